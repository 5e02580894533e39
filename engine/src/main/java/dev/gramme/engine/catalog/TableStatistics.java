package dev.gramme.engine.catalog;

import dev.gramme.engine.key.SystemKeys;
import dev.gramme.model.ByteReader;
import dev.gramme.model.ByteWriter;
import dev.gramme.model.LocalIndex;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Reader;
import dev.gramme.storage.Store;
import dev.gramme.storage.Transaction;
import java.util.List;
import java.util.Optional;

/**
 * Item counts and sizes of tables and indexes. A transaction that changes them calls {@link
 * #write}, and its caller calls {@link #committed} afterwards. The counts are rows. With one server
 * each transaction changes them ({@link StoredCounts}). On a store that several servers share, that
 * would make all writes of a table conflict, so each server adds its changes to the rows every few
 * seconds ({@link ServerCounts}).
 *
 * <p>The service updates its own counts only about every six hours.
 */
public abstract sealed class TableStatistics permits StoredCounts, ServerCounts {

  /** The number and size of the items of a table or an index. */
  public record Counts(long items, long sizeBytes) {
    /** No items. */
    public static final Counts NONE = new Counts(0, 0);

    Counts plus(Counts other) {
      return new Counts(items + other.items, sizeBytes + other.sizeBytes);
    }

    /** Without negative numbers, which occur until the rows of before have been counted. */
    Counts positive() {
      return new Counts(Math.max(0, items), Math.max(0, sizeBytes));
    }
  }

  /**
   * A table or global index, by its number with {@code local} 0; or a local index, by the number of
   * its table and its own.
   */
  record Part(int number, int local) {}

  static TableStatistics of(Store store, Lifecycle lifecycle) {
    return store.isShared()
        ? new ServerCounts(store, lifecycle)
        : new StoredCounts(store, lifecycle);
  }

  /** Begins to count the rows of the store if their counts are not known. */
  abstract void open(List<TableDefinition> tables);

  /**
   * Completes the rows, and releases what an unfinished count uses. Call this when no job runs any
   * more.
   */
  abstract void close();

  /** Adds the changes of a transaction, within the transaction. */
  public abstract void write(Transaction tx, CountChanges changes);

  /** Adds the changes of a transaction after its commit. */
  public abstract void committed(CountChanges changes);

  /** Removes the counts of a dropped table or index. */
  abstract void remove(int number);

  abstract Counts counts(Part part);

  /** The counts of a table, as a transaction sees them. */
  public abstract Counts counts(Transaction tx, int number);

  /** The counts of a table or global index, by its number. */
  public Counts counts(int number) {
    return counts(new Part(number, 0));
  }

  /** The counts of a local index. */
  public Counts counts(TableDefinition table, LocalIndex index) {
    return counts(new Part(table.number(), index.number()));
  }

  /** The rows of the counts. */
  static final class Rows {
    /** Present if the counts of all tables are complete. */
    static final byte[] COMPLETE = SystemKeys.numbered(SystemKeys.STATISTICS, 0);

    private Rows() {}

    static Counts get(Reader reader, Part part) {
      byte[] value = reader.get(key(part));
      if (value == null) {
        return Counts.NONE;
      }
      var in = new ByteReader(value);
      return new Counts(in.readLong(), in.readLong());
    }

    static void put(Transaction tx, Part part, Counts counts) {
      byte[] value =
          new ByteWriter(2 * Long.BYTES)
              .writeLong(counts.items())
              .writeLong(counts.sizeBytes())
              .toByteArray();
      tx.put(key(part), value);
    }

    static byte[] key(Part part) {
      byte[] key = SystemKeys.numbered(SystemKeys.STATISTICS, part.number());
      return part.local() == 0
          ? key
          : new ByteWriter(key.length + 4).write(key).writeInt(part.local()).toByteArray();
    }
  }

  /**
   * The counts in the rows of a store that no engine uses.
   *
   * @param number of a table or an index
   * @param local the number of a local index of the table, 0 for the table or a global index
   * @return empty if the next start counts all rows
   */
  public static Optional<Counts> stored(Reader reader, int number, int local) {
    return reader.get(Rows.COMPLETE) == null
        ? Optional.empty()
        : Optional.of(Rows.get(reader, new Part(number, local)));
  }

  /** Corrects the counts in the rows of a store that no engine uses. */
  public static void correct(Transaction tx, int number, int local, Counts counts) {
    Rows.put(tx, new Part(number, local), counts);
  }
}
