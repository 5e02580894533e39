package dev.gramme.engine.catalog;

import dev.gramme.engine.index.IndexRows;
import dev.gramme.engine.index.VectorRows;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.Item;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.VectorIndex;
import dev.gramme.storage.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** An index that a {@link Backfill} fills. */
sealed interface BackfillableIndex {

  /** The number under which its rows are stored. */
  int number();

  /** Its name. */
  String name();

  /**
   * Adds the entry of an item unless a write has already added it.
   *
   * @return the size of the entry, empty if none was written
   */
  OptionalLong addEntry(Transaction tx, TableDefinition table, Item item);

  /** The table's definition with this index ACTIVE. */
  TableDefinition activated(TableDefinition table);

  /** The indexes of a table that are backfilling. */
  static List<BackfillableIndex> of(TableDefinition table) {
    var filling = new ArrayList<BackfillableIndex>();
    for (GlobalIndex index : table.globalIndexes()) {
      if (index.backfilling()) {
        filling.add(new OfGlobal(index));
      }
    }
    for (VectorIndex index : table.vectorIndexes()) {
      if (index.backfilling()) {
        filling.add(new OfVectors(index));
      }
    }
    return filling;
  }

  /** The backfilling indexes of a table whose backfill may run now. */
  static List<BackfillableIndex> due(TableDefinition table) {
    return of(table).stream()
        .filter(index -> TableStates.isToBeFilled(table, index.name()))
        .toList();
  }

  /** The index with a number, null if it has been dropped or is complete. */
  static @Nullable BackfillableIndex of(TableDefinition table, int number) {
    for (BackfillableIndex filling : of(table)) {
      if (filling.number() == number) {
        return filling;
      }
    }
    return null;
  }

  /** A global index. */
  record OfGlobal(GlobalIndex index) implements BackfillableIndex {
    @Override
    public int number() {
      return index.number();
    }

    @Override
    public String name() {
      return index.name();
    }

    @Override
    public OptionalLong addEntry(Transaction tx, TableDefinition table, Item item) {
      var change = IndexRows.change(tx, table, index, item, item);
      Item entry = change.after();
      return change.isWrite() && entry != null
          ? OptionalLong.of(entry.sizeBytes())
          : OptionalLong.empty();
    }

    @Override
    public TableDefinition activated(TableDefinition table) {
      var active = index.withStatus(GlobalIndex.Status.ACTIVE, false);
      return table.toBuilder().globalIndex(active).build();
    }
  }

  /** A vector index. */
  record OfVectors(VectorIndex index) implements BackfillableIndex {
    @Override
    public int number() {
      return index.number();
    }

    @Override
    public String name() {
      return index.name();
    }

    @Override
    public OptionalLong addEntry(Transaction tx, TableDefinition table, Item item) {
      var change = VectorRows.change(tx, table, index, item, item);
      return change.isWrite() ? OptionalLong.of(change.bytesDelta()) : OptionalLong.empty();
    }

    @Override
    public TableDefinition activated(TableDefinition table) {
      var active = index.withStatus(GlobalIndex.Status.ACTIVE, false);
      return table.toBuilder().vectorIndex(active).build();
    }
  }
}
