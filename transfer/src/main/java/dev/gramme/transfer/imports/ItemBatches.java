package dev.gramme.transfer.imports;

import dev.gramme.engine.Engine;
import dev.gramme.engine.catalog.Lease;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.engine.write.ItemChange;
import dev.gramme.engine.write.ItemRules;
import dev.gramme.engine.write.WriteAction;
import dev.gramme.engine.write.WriteRequest;
import dev.gramme.engine.write.WriteRequest.Kind;
import dev.gramme.engine.write.WriteResult;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.Item;
import dev.gramme.model.KeySchema;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.BackOff;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Puts items through the engine's entry point for writes: many in one transaction, and several
 * transactions at a time. On a store whose transactions should write few distant rows ({@link
 * dev.gramme.storage.Store#distantRows}), more items are collected and sorted by their rows, so
 * that the items of a transaction are near one another; these transactions run sequentially. If a
 * transaction fails because of one of its items, its items are put individually to find out which.
 *
 * <p>If several items have the same key, the last valid one remains, as if all were put
 * individually. So a key is never twice in batches that are not durable yet: the earlier item is
 * stored, or refused, before the later one is processed.
 */
final class ItemBatches {
  private static final int BATCH_ITEMS = 128;
  private static final int BATCH_BYTES = 1 << 18;

  /** The number of items that are sorted. */
  private static final int SORTED_ITEMS = 4096;

  private static final int SORTED_BYTES = 1 << 22;

  /** The maximum number of batches that wait to be durable while the next is read. */
  private static final int IN_FLIGHT = 4;

  /** The pauses between attempts while the store is overloaded. */
  private static final BackOff PAUSES = new BackOff(Duration.ofMillis(50), Duration.ofSeconds(1));

  /** With the pauses, about a minute. */
  private static final int ATTEMPTS = 64;

  private final Engine engine;
  private final TableDefinition table;
  private final KeySchema key;
  private final int batchItems;
  private final boolean isSorting;
  private final Lease.Term term;
  private final Faults faults;
  private final ArrayDeque<Batch> inFlight = new ArrayDeque<>();
  private Map<Item, Entry> filling = new LinkedHashMap<>();
  private int fillingBytes;
  private long imported;

  /** Receives the items that cannot be put. */
  @FunctionalInterface
  interface Faults {
    void add(long index, String message);
  }

  private record Entry(long index, Item item) {}

  private record Batch(
      Collection<Entry> entries, Set<Item> keys, CompletableFuture<WriteResult> result) {}

  /**
   * @param term the right to import; a put fails if another server has taken it
   */
  ItemBatches(Engine engine, TableDefinition table, Lease.Term term, Faults faults) {
    this.engine = engine;
    this.table = table;
    this.key = table.key();
    this.batchItems = Math.min(BATCH_ITEMS, engine.store().distantRows());
    this.isSorting = batchItems < BATCH_ITEMS;
    this.term = term;
    this.faults = faults;
  }

  /** The number of items put; items with the same key count individually. */
  long imported() {
    return imported;
  }

  /** Adds an item. An error may be reported at once or later. */
  void add(long index, Item item) {
    var entry = new Entry(index, item);
    if (!key.isIn(item)) {
      putAlone(entry);
      return;
    }
    Item itemKey = key.of(item);
    if (isWaiting(itemKey)) {
      drain();
    }
    filling.put(itemKey, entry);
    fillingBytes += item.sizeBytes();
    if (filling.size() >= (isSorting ? SORTED_ITEMS : batchItems)
        || fillingBytes >= (isSorting ? SORTED_BYTES : BATCH_BYTES)) {
      send();
    }
  }

  private boolean isWaiting(Item itemKey) {
    return filling.containsKey(itemKey)
        || inFlight.stream().anyMatch(batch -> batch.keys().contains(itemKey));
  }

  /** Waits until all added items are durable. */
  void drain() {
    send();
    while (!inFlight.isEmpty()) {
      await(inFlight.remove());
    }
  }

  private void send() {
    if (filling.isEmpty()) {
      return;
    }
    Map<Item, Entry> entries = filling;
    filling = new LinkedHashMap<>();
    fillingBytes = 0;
    entries.values().removeIf(this::isTooLarge);
    if (entries.isEmpty()) {
      return;
    }
    if (isSorting) {
      sendSorted(entries.values());
      return;
    }
    inFlight.add(
        new Batch(entries.values(), entries.keySet(), write(entries.values(), Kind.BATCH)));
    if (inFlight.size() > IN_FLIGHT) {
      await(inFlight.remove());
    }
  }

  /** Puts items in the order of their rows, a few in each transaction, and waits for each. */
  private void sendSorted(Collection<Entry> entries) {
    List<Entry> sorted =
        entries.stream()
            .sorted(
                Comparator.comparing(
                    entry -> RowKeys.item(table, entry.item()), Arrays::compareUnsigned))
            .toList();
    var batch = new ArrayList<Entry>();
    int bytes = 0;
    for (Entry entry : sorted) {
      if (batch.size() == batchItems || (!batch.isEmpty() && bytes >= BATCH_BYTES)) {
        await(new Batch(batch, Set.of(), write(batch, Kind.BATCH)));
        batch.clear();
        bytes = 0;
      }
      batch.add(entry);
      bytes += entry.item().sizeBytes();
    }
    await(new Batch(batch, Set.of(), write(batch, Kind.BATCH)));
  }

  private boolean isTooLarge(Entry entry) {
    try {
      ItemRules.checkPutSize(entry.item());
      return false;
    } catch (ApiError tooLarge) {
      refuse(entry, tooLarge);
      return true;
    }
  }

  private CompletableFuture<WriteResult> write(Collection<Entry> entries, Kind kind) {
    List<WriteAction> puts =
        entries.stream()
            .<WriteAction>map(entry -> new WriteAction.Put(table.name(), entry.item(), null, false))
            .toList();
    return engine.write(
        new WriteRequest(puts, kind, ItemChange.Cause.IMPORT, null).requiring(term::require));
  }

  private void await(Batch batch) {
    ApiError fault = fault(batch.result());
    if (fault == null) {
      imported += batch.entries().size();
    } else {
      batch.entries().forEach(this::putAlone);
    }
  }

  private void putAlone(Entry entry) {
    for (int attempt = 1; ; attempt++) {
      ApiError fault = fault(write(List.of(entry), Kind.SINGLE));
      if (fault == null) {
        imported++;
        return;
      }
      if (fault.type() == ErrorType.VALIDATION) {
        refuse(entry, fault);
        return;
      }
      if (!isTemporary(fault) || attempt == ATTEMPTS) {
        throw fault;
      }
      LockSupport.parkNanos(PAUSES.pause(attempt).toNanos());
    }
  }

  private static boolean isTemporary(ApiError fault) {
    return fault.type() == ErrorType.THROTTLING || fault.type() == ErrorType.TRANSACTION_CONFLICT;
  }

  private void refuse(Entry entry, ApiError fault) {
    faults.add(entry.index(), fault.text().orElse(fault.type().shape()));
  }

  private static @Nullable ApiError fault(CompletableFuture<WriteResult> result) {
    try {
      result.join();
      return null;
    } catch (CompletionException e) {
      return switch (e.getCause()) {
        case ApiError fault -> fault;
        case RuntimeException cause -> throw cause;
        case null, default -> throw e;
      };
    }
  }
}
