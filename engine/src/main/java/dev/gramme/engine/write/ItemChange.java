package dev.gramme.engine.write;

import dev.gramme.engine.index.IndexChange;
import dev.gramme.engine.index.VectorChange;
import dev.gramme.model.Item;
import dev.gramme.model.TableDefinition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a write did to one item. Everything that follows from a write (index entries, capacity, item
 * collection metrics, statistics) is a function of it.
 *
 * @param key the key attributes
 * @param before the item before, null if it did not exist
 * @param after the item after, null if it does not exist
 * @param indexes what followed for each index
 * @param collectionBytes the size of the item collection afterwards; 0 for tables without local
 *     indexes, which do not count it
 * @param vectors what followed for each vector index
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

  /** Who wanted a change. */
  public enum Cause {
    /** A request of a client. */
    CLIENT,
    /** The item had expired. */
    EXPIRY,
    /** A change that was made in another region. */
    REPLICA,
    /** The import of a table, which costs no capacity and is no event of a stream. */
    IMPORT
  }
}
