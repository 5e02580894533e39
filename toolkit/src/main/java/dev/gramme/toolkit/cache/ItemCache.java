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
 * Cached items by table, key and projection, including missing items.
 *
 * <p>A read result is cached only if no write of the item was in flight between the start and the
 * end of the read. A written item is cached only if no other write of it was in flight. Otherwise
 * the order of the operations is unknown, and the item is evicted.
 */
final class ItemCache {
  /** The identity of an item. */
  record Address(String table, PrimaryKey key) {}

  /** The value of an item under some projection; empty if the item does not exist. */
  record Cached(Optional<Map<String, AttributeValue>> item) {
    static final Cached ABSENT = new Cached(Optional.empty());

    static Cached of(Map<String, AttributeValue> item) {
      return new Cached(Optional.of(item));
    }
  }

  /** The whole item, as written; other projections are cached separately. */
  static final String WHOLE = "";

  private static final int OVERHEAD_BYTES = 100;

  /** Each projection has its own expiry: reading another one later does not extend it. */
  private record Kept(Cached cached, Instant expires) {}

  /** The in-flight reads and writes of an item. */
  private static final class Traffic {
    private int users;
    private int writers;
    private boolean overlapping;
    private long changes;
  }

  /** A read or write in flight. */
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

  /** Ends a read and caches its result, unless the result is null. */
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

  /** Ends a write and caches the item's new state, or evicts the item if the state is unknown. */
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
