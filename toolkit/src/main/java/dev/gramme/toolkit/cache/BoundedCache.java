package dev.gramme.toolkit.cache;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A map with a time to live and a size limit in bytes; evicts the least recently used entry. Not
 * thread-safe.
 *
 * <p>Not a library's cache: DAX evicts by recency alone, and a design that is tried out here should
 * have DAX's hits and misses. Caffeine's policy also counts how often a key was used. Besides,
 * users of the toolkit get no dependency but the AWS SDK.
 */
final class BoundedCache<K, V> {
  private record Slot<V>(V value, long bytes, Instant expires) {}

  private final InstantSource clock;
  private final Duration timeToLive;
  private final long maxBytes;
  private final LinkedHashMap<K, Slot<V>> slots = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  BoundedCache(InstantSource clock, Duration timeToLive, long maxBytes) {
    this.clock = clock;
    this.timeToLive = timeToLive;
    this.maxBytes = maxBytes;
  }

  @Nullable V find(K key) {
    Slot<V> slot = slots.get(key);
    if (slot == null) {
      return null;
    }
    if (!clock.instant().isBefore(slot.expires)) {
      remove(key);
      return null;
    }
    return slot.value;
  }

  /** Adds a value, unless it alone exceeds the limit. */
  void put(K key, V value, long size) {
    remove(key);
    if (size > maxBytes || timeToLive.isZero()) {
      return;
    }
    slots.put(key, new Slot<>(value, size, clock.instant().plus(timeToLive)));
    bytes += size;
    Iterator<Map.Entry<K, Slot<V>>> oldest = slots.entrySet().iterator();
    while (bytes > maxBytes) {
      bytes -= oldest.next().getValue().bytes;
      oldest.remove();
    }
  }

  void remove(K key) {
    Slot<V> slot = slots.remove(key);
    if (slot != null) {
      bytes -= slot.bytes;
    }
  }

  void clear() {
    slots.clear();
    bytes = 0;
  }

  long bytes() {
    return bytes;
  }
}
