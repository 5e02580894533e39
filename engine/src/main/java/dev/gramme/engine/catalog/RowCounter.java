package dev.gramme.engine.catalog;

import dev.gramme.engine.catalog.TableStatistics.Counts;
import dev.gramme.engine.catalog.TableStatistics.Part;
import dev.gramme.engine.index.VectorEntry;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.ItemCodec;
import dev.gramme.model.LocalIndex;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.VectorIndex;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Reader;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.ToLongFunction;

/** Counts the rows of a table and of its indexes. */
final class RowCounter {
  /** The name of the background job that counts. */
  static final String JOB = "item count";

  private final Reader reader;
  private final BooleanSupplier stopped;
  private final Map<Part, Counts> counted = new HashMap<>();

  private RowCounter(Reader reader, BooleanSupplier stopped) {
    this.reader = reader;
    this.stopped = stopped;
  }

  /**
   * @param stopped ends the count early; what is returned then is incomplete
   */
  static Map<Part, Counts> count(Reader reader, TableDefinition table, BooleanSupplier stopped) {
    var counter = new RowCounter(reader, stopped);
    counter.countItems(table);
    for (GlobalIndex index : table.globalIndexes()) {
      counter.countEntries(index.number(), value -> ItemCodec.decode(value).sizeBytes());
    }
    for (VectorIndex index : table.vectorIndexes()) {
      counter.countEntries(index.number(), value -> VectorEntry.decode(value).sizeBytes(index));
    }
    return counter.counted;
  }

  private void countItems(TableDefinition table) {
    Map<Integer, Part> parts = new HashMap<>();
    parts.put(RowKeys.ITEM, new Part(table.number(), 0));
    for (LocalIndex index : table.localIndexes()) {
      parts.put(RowKeys.kind(index), new Part(table.number(), index.number()));
    }
    try (Cursor rows = rows(table.number())) {
      while (rows.next() && !stopped.getAsBoolean()) {
        Part part = parts.get(RowKeys.kindOf(rows.key(), table.key().hash()));
        if (part != null) {
          add(part, ItemCodec.decode(rows.value()).sizeBytes());
        }
      }
    }
  }

  private void countEntries(int number, ToLongFunction<byte[]> size) {
    var part = new Part(number, 0);
    try (Cursor rows = rows(number)) {
      while (rows.next() && !stopped.getAsBoolean()) {
        add(part, size.applyAsLong(rows.value()));
      }
    }
  }

  private void add(Part part, long sizeBytes) {
    counted.merge(part, new Counts(1, sizeBytes), Counts::plus);
  }

  private Cursor rows(int number) {
    return reader.range(
        RowKeys.tableStart(number), RowKeys.tableStart(number + 1), Direction.ASCENDING);
  }
}
