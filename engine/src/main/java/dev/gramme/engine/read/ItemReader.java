package dev.gramme.engine.read;

import dev.gramme.engine.capacity.CapacityUnits;
import dev.gramme.engine.catalog.BlockingTransactions;
import dev.gramme.engine.disk.DiskReads;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.CancellationReason;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.Item;
import dev.gramme.model.ItemCodec;
import dev.gramme.model.Limits;
import dev.gramme.model.SecondaryIndex;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.budget.RequestBudget;
import dev.gramme.storage.ConflictException;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.OutdatedException;
import dev.gramme.storage.Precondition;
import dev.gramme.storage.Reader;
import dev.gramme.storage.Store;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Executes read plans on the caller's thread. Reads never wait for writers. A request within its
 * turn does not wait for a slow disk: it leaves the turn ({@link RequestBudget.TurnOver}).
 */
public final class ItemReader {
  private final Store store;

  public ItemReader(Store store) {
    this.store = store;
  }

  /** One item, null if it does not exist. */
  public @Nullable Item item(ReadPlan.Items.Key key, RequestBudget budget) {
    return DiskReads.read(store, budget, reader -> item(reader, key.table(), key.key(), budget));
  }

  /**
   * One item, null if it does not exist.
   *
   * @throws OutdatedException if the precondition of the table's definition does not hold
   */
  public @Nullable Item item(
      ReadPlan.Items.Key key, Precondition precondition, RequestBudget budget) {
    byte[] stored = store.get(RowKeys.item(key.table(), key.key()), precondition);
    return stored == null ? null : ItemCodec.decode(stored, budget);
  }

  /** The items in the order of their keys, null for those that do not exist. */
  public List<@Nullable Item> items(ReadPlan.Items plan) {
    if (store.isShared()) {
      // On a shared store a snapshot is expensive; a read-only transaction checks all keys at its
      // end instead.
      RequestBudget.Mark begin = plan.budget().mark();
      try {
        return BlockingTransactions.transact(
            store,
            tx -> {
              // Earlier runs of the function do not count.
              plan.budget().rewind(begin);
              return items(tx, plan);
            });
      } catch (ConflictException e) {
        throw ApiError.transactionCanceled(
            Collections.nCopies(plan.keys().size(), CancellationReason.transactionConflict()));
      }
    }
    try (var snapshot = store.snapshot()) {
      return DiskReads.read(snapshot, plan.budget(), reader -> items(reader, plan));
    }
  }

  private static List<@Nullable Item> items(Reader reader, ReadPlan.Items plan) {
    var rows = plan.keys().stream().map(key -> RowKeys.item(key.table(), key.key())).toList();
    var items = new ArrayList<@Nullable Item>(rows.size());
    for (byte[] stored : reader.getAll(rows)) {
      items.add(stored == null ? null : ItemCodec.decode(stored, plan.budget()));
    }
    return items;
  }

  /** A page of a Query or Scan. */
  public ReadPage page(ReadPlan.Page plan) {
    if (!plan.fetchesItems()) {
      return DiskReads.read(store, plan.budget(), reader -> page(reader, plan));
    }
    try (var snapshot = store.snapshot()) {
      return DiskReads.read(snapshot, plan.budget(), reader -> page(reader, plan));
    }
  }

  /**
   * A page of a Query or Scan.
   *
   * @throws OutdatedException if the precondition of the table's definition does not hold
   */
  public ReadPage page(ReadPlan.Page plan, Precondition precondition) {
    if (plan.fetchesItems()) {
      if (!precondition.holdsIn(store)) {
        throw new OutdatedException();
      }
      return page(plan);
    }
    return page(new CheckedReader(store, precondition), plan);
  }

  /** Reads from the store that fail when the precondition does not hold. */
  private record CheckedReader(Store store, Precondition precondition) implements Reader {
    @Override
    public byte @Nullable [] get(byte[] key) {
      return store.get(key, precondition);
    }

    @Override
    public Cursor range(byte[] from, byte[] to, Direction direction) {
      return store.range(from, to, direction, precondition);
    }
  }

  private static @Nullable Item item(
      Reader reader, TableDefinition table, Item key, RequestBudget budget) {
    byte[] stored = reader.get(RowKeys.item(table, key));
    return stored == null ? null : ItemCodec.decode(stored, budget);
  }

  private static ReadPage page(Reader reader, ReadPlan.Page plan) {
    RequestBudget budget = plan.budget();
    var items = new ArrayList<Item>();
    int count = 0;
    long bytes = 0;
    long answerBytes = 0;
    long fetchedUnits = 0;
    // Only partitions of tables with local indexes hold rows of several kinds.
    boolean mixed = !plan.table().localIndexes().isEmpty();
    Item last = null;
    try (Cursor rows = plan.rows().in(reader, plan.ascending())) {
      while (rows.next()) {
        if (mixed && isOfAnotherKind(plan, rows.key())) {
          continue;
        }
        long heldBefore = budget.usedBytes();
        Item entry;
        Item evaluated;
        try {
          entry = ItemCodec.decode(rows.value(), budget);
          evaluated = plan.fetchesItems() ? fetch(reader, plan, entry) : entry;
        } catch (ApiError exhausted) {
          if (last == null) {
            throw exhausted;
          }
          // End the page before this row; the next page reads it again.
          budget.release(budget.usedBytes() - heldBefore);
          return new ReadPage(items, count, bytes, fetchedUnits, startKey(plan, last));
        }
        count++;
        bytes += entry.sizeBytes();
        last = entry;
        if (plan.fetchesItems()) {
          fetchedUnits += CapacityUnits.readBlocks(evaluated.sizeBytes());
        }
        if (plan.filter() == null || plan.filter().test(evaluated, budget)) {
          items.add(evaluated);
          answerBytes += evaluated.sizeBytes();
        } else {
          budget.release(budget.usedBytes() - heldBefore);
        }
        if (count >= plan.limit()
            || bytes >= plan.pageBytes()
            || answerBytes >= Limits.BATCH_BYTES
            || budget.isNearlyUsedUp()) {
          return new ReadPage(items, count, bytes, fetchedUnits, startKey(plan, last));
        }
      }
    }
    return new ReadPage(items, count, bytes, fetchedUnits, null);
  }

  private static boolean isOfAnotherKind(ReadPlan.Page plan, byte[] row) {
    var hash =
        plan.index() instanceof GlobalIndex global
            ? global.key().hash()
            : plan.table().key().hash();
    return RowKeys.kindOf(row, hash) != plan.kind();
  }

  private static Item fetch(Reader reader, ReadPlan.Page plan, Item entry) {
    TableDefinition table = plan.table();
    Item item = item(reader, table, table.key().of(entry), plan.budget());
    if (item == null) {
      throw new IllegalStateException("an index entry without its item in table " + table.name());
    }
    return item;
  }

  /** The start key of a page that begins after the item. */
  private static Item startKey(ReadPlan.Page plan, Item item) {
    var key = Item.builder();
    for (String name : plan.table().key().names()) {
      copy(item, name, key);
    }
    SecondaryIndex index = plan.index();
    if (index != null) {
      for (String name : index.key().names()) {
        copy(item, name, key);
      }
    }
    return key.build();
  }

  private static void copy(Item item, String name, Item.Builder key) {
    AttributeValue value = item.get(name);
    if (value != null) {
      key.put(name, value);
    }
  }
}
