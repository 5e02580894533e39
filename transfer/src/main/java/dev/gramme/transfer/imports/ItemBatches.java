package dev.gramme.transfer.imports;

import dev.gramme.engine.Engine;
import dev.gramme.engine.catalog.Lease;
import dev.gramme.engine.write.ItemChange;
import dev.gramme.engine.write.ItemRules;
import dev.gramme.engine.write.WriteAction;
import dev.gramme.engine.write.WriteRequest;
import dev.gramme.engine.write.WriteResult;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.Item;
import dev.gramme.model.KeySchema;
import dev.gramme.storage.BackOff;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Puts items through the engine's entry point for writes: many in one transaction, and several
 * transactions at a time. If a transaction fails because of one of its items, its items are put
 * individually to find out which.
 *
 * <p>If several items have the same key, the last valid one remains, as if all were put
 * individually. So a key is never twice in batches that are not durable yet: the earlier item is
 * stored, or refused, before the later one is processed.
 */
final class ItemBatches {
  private static final int BATCH_ITEMS = 128;
  private static final int BATCH_BYTES = 1 << 18;

  /** The maximum number of batches that wait to be durable while the next is read. */
  private static final int IN_FLIGHT = 4;

  /** The pauses between attempts while the store is overloaded. */
  private static final BackOff PAUSES = new BackOff(Duration.ofMillis(50), Duration.ofSeconds(1));

  /** With the pauses, about a minute. */
  private static final int ATTEMPTS = 64;

  private final Engine engine;
  private final String table;
  private final KeySchema key;
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

  private record Batch(Map<Item, Entry> entries, CompletableFuture<WriteResult> result) {}

  /**
   * @param term the right to import; a put fails if another server has taken it
   */
  ItemBatches(Engine engine, String table, KeySchema key, Lease.Term term, Faults faults) {
    this.engine = engine;
    this.table = table;
    this.key = key;
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
    if (filling.size() >= BATCH_ITEMS || fillingBytes >= BATCH_BYTES) {
      send();
    }
  }

  private boolean isWaiting(Item itemKey) {
    return filling.containsKey(itemKey)
        || inFlight.stream().anyMatch(batch -> batch.entries().containsKey(itemKey));
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
    inFlight.add(new Batch(entries, write(entries.values(), WriteRequest.Kind.BATCH)));
    if (inFlight.size() > IN_FLIGHT) {
      await(inFlight.remove());
    }
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

  private CompletableFuture<WriteResult> write(Collection<Entry> entries, WriteRequest.Kind kind) {
    List<WriteAction> puts =
        entries.stream()
            .<WriteAction>map(entry -> new WriteAction.Put(table, entry.item(), null, false))
            .toList();
    return engine.write(
        new WriteRequest(puts, kind, ItemChange.Cause.IMPORT, null).requiring(term::require));
  }

  private void await(Batch batch) {
    ApiError fault = fault(batch.result());
    if (fault == null) {
      imported += batch.entries().size();
    } else {
      batch.entries().values().forEach(this::putAlone);
    }
  }

  private void putAlone(Entry entry) {
    for (int attempt = 1; ; attempt++) {
      ApiError fault = fault(write(List.of(entry), WriteRequest.Kind.SINGLE));
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
