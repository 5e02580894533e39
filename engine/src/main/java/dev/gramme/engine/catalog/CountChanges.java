package dev.gramme.engine.catalog;

import dev.gramme.engine.catalog.TableStatistics.Counts;
import dev.gramme.engine.catalog.TableStatistics.Part;
import dev.gramme.engine.index.IndexChange;
import dev.gramme.engine.index.VectorChange;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.Item;
import dev.gramme.model.LocalIndex;
import dev.gramme.model.TableDefinition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How one transaction changes the item counts and sizes of tables and indexes. */
public final class CountChanges {
  private final Map<Part, Counts> changes = HashMap.newHashMap(2);

  /** The changes of the parts that are not zero. */
  Map<Part, Counts> byPart() {
    return changes;
  }

  /** Adds a change of a table or global index, by its number. */
  public CountChanges add(int number, long items, long sizeBytes) {
    add(new Part(number, 0), items, sizeBytes);
    return this;
  }

  /** Adds the change of an item and of its index entries. */
  public CountChanges add(
      TableDefinition table,
      @Nullable Item before,
      @Nullable Item after,
      List<IndexChange> indexes,
      List<VectorChange> vectors) {
    add(new Part(table.number(), 0), before, after);
    for (VectorChange vector : vectors) {
      add(vector.index().number(), vector.entriesDelta(), vector.bytesDelta());
    }
    for (IndexChange change : indexes) {
      Part part =
          switch (change.index()) {
            case LocalIndex local -> new Part(table.number(), local.number());
            case GlobalIndex global -> new Part(global.number(), 0);
          };
      add(part, change.before(), change.after());
    }
    return this;
  }

  private void add(Part part, @Nullable Item before, @Nullable Item after) {
    long items = (after == null ? 0L : 1L) - (before == null ? 0L : 1L);
    long bytes =
        (after == null ? 0L : after.sizeBytes()) - (before == null ? 0L : before.sizeBytes());
    add(part, items, bytes);
  }

  private void add(Part part, long items, long sizeBytes) {
    if (items != 0 || sizeBytes != 0) {
      changes.merge(part, new Counts(items, sizeBytes), Counts::plus);
    }
  }
}
