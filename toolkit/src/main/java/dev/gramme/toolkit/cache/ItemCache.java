package dev.gramme.toolkit.cache;

import dev.gramme.toolkit.explain.ItemSize;
import dev.gramme.toolkit.key.PrimaryKey;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Items by table, key and projection, and also that there is none.
 *
 * <p>What was read is kept only if no write of the item was under way at any time from the
 * beginning of the read to its end, and what was written only if no other write of the item was:
 * else nobody knows here which of them came last, and the item is dropped.
 */
final class ItemCache {
  /** Which item. */
  record Address(String table, PrimaryKey key) {}

  /** The value of an item under some projection; no value if there is no item. */
  record Cached(Optional<Map<String, AttributeValue>> item) {
    static final Cached ABSENT = new Cached(Optional.empty());

    static Cached of(Map<String, AttributeValue> item) {
      return new Cached(Optional.of(item));
    }
  }

  /** The whole item, as written; other projections are as they are asked for. */
  static final String WHOLE = "";

  private static final int OVERHEAD_BYTES = 100;

  /**
   * Each projection has a time of its own: another one that is read later does not make it live
   * longer.
   */
  private record Kept(Cached cached, Instant expires) {}

  /** Reads and writes of an item that are under way. */
  private static final class Traffic {
    private int users;
    private int writers;
    private boolean overlapping;
    private long changes;
  }

  /** A read or write that is under way. */
  static final class Ticket {
    private final Traffic traffic;
    private final long changes;
    private final long clears;

    private Ticket(Traffic traffic, long clears) {
      this.traffic = traffic;
      this.changes = traffic.changes;
      this.clears = clears;
    }
  }

  private final InstantSource clock;
  private final Duration timeToLive;
  private final BoundedCache<Address, Map<String, Kept>> cache;
  private final Map<Address, Traffic> traffic = new HashMap<>();
  private long clears;

  ItemCache(InstantSource clock, Duration timeToLive, long maxBytes) {
    this.clock = clock;
    this.timeToLive = timeToLive;
    this.cache = new BoundedCache<>(clock, timeToLive, maxBytes);
  }

  synchronized @Nullable Cached find(Address address, String projection) {
    Map<String, Kept> known = cache.find(address);
    Kept kept = known == null ? null : known.get(projection);
    return kept == null || !clock.instant().isBefore(kept.expires) ? null : kept.cached;
  }

  synchronized Ticket beginRead(Address address) {
    return begin(address);
  }

  /** Ends a read; keeps what it has given, if there is something. */
  synchronized void endRead(
      Address address, Ticket ticket, String projection, @Nullable Cached result) {
    boolean undisturbed =
        ticket.traffic.writers == 0
            && ticket.traffic.changes == ticket.changes
            && ticket.clears == clears;
    if (result != null && undisturbed) {
      Map<String, Kept> earlier = cache.find(address);
      Map<String, Kept> known = new HashMap<>(earlier == null ? Map.of() : earlier);
      known.put(projection, kept(result));
      keep(address, known);
    }
    end(address, ticket);
  }

  synchronized Ticket beginWrite(Address address) {
    Ticket ticket = begin(address);
    ticket.traffic.writers++;
    ticket.traffic.overlapping |= ticket.traffic.writers > 1;
    return ticket;
  }

  /** Ends a write; keeps what the item is now, or drops it if that is not known. */
  synchronized void endWrite(Address address, Ticket ticket, @Nullable Cached result) {
    Traffic there = ticket.traffic;
    there.changes++;
    if (result == null || there.overlapping || ticket.clears != clears) {
      cache.remove(address);
    } else {
      keep(address, Map.of(WHOLE, kept(result)));
    }
    there.writers--;
    there.overlapping &= there.writers > 0;
    end(address, ticket);
  }

  synchronized void clear() {
    cache.clear();
    clears++;
  }

  synchronized long bytes() {
    return cache.bytes();
  }

  private Ticket begin(Address address) {
    Traffic there = traffic.computeIfAbsent(address, none -> new Traffic());
    there.users++;
    return new Ticket(there, clears);
  }

  private void end(Address address, Ticket ticket) {
    ticket.traffic.users--;
    if (ticket.traffic.users == 0) {
      traffic.remove(address);
    }
  }

  private Kept kept(Cached cached) {
    return new Kept(cached, clock.instant().plus(timeToLive));
  }

  private void keep(Address address, Map<String, Kept> known) {
    long bytes = (long) OVERHEAD_BYTES + ItemSize.of(address.key().attributes());
    for (Kept each : known.values()) {
      bytes += each.cached.item().map(ItemSize::of).orElse(0);
    }
    cache.put(address, Map.copyOf(known), bytes);
  }
}
