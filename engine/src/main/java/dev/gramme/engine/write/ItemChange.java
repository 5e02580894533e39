package dev.gramme.engine.write;

import dev.gramme.engine.catalog.CountChanges;
import dev.gramme.engine.index.IndexChange;
import dev.gramme.engine.index.VectorChange;
import dev.gramme.model.Item;
import dev.gramme.model.TableDefinition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The change of one item by a write. Everything that follows from a write (index entries, capacity,
 * item collection metrics, statistics) is computed from it.
 *
 * @param key the key attributes
 * @param before the item before, null if it did not exist
 * @param after the item after, null if it does not exist
 * @param indexes the change of the entry in each index
 * @param collectionBytes the size of the item collection after the change; 0 for tables without
 *     local indexes, which do not record it
 * @param vectors the change of the entry in each vector index
 */
public record ItemChange(
    TableDefinition table,
    Item key,
    @Nullable Item before,
    @Nullable Item after,
    Cause cause,
    List<IndexChange> indexes,
    long collectionBytes,
    List<VectorChange> vectors) {

  /** How changes change the counts of tables and indexes. */
  static CountChanges counts(List<ItemChange> changes) {
    var counts = new CountChanges();
    for (ItemChange change : changes) {
      counts.add(change.table, change.before, change.after, change.indexes, change.vectors);
    }
    return counts;
  }

  /** The cause of a change. */
  public enum Cause {
    /** A request of a client. */
    CLIENT,
    /** The item had expired. */
    EXPIRY,
    /** A change that was made in another region. */
    REPLICA,
    /** The import of a table, which consumes no capacity and does not appear in streams. */
    IMPORT
  }
}
