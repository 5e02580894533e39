package dev.gramme.engine.insights;

import dev.gramme.model.ByteReader;
import dev.gramme.model.ByteWriter;
import dev.gramme.model.Item;
import dev.gramme.model.ItemCodec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The keys with the highest counts of a rule, in descending order, as one server has counted them.
 *
 * @param keys at most {@link #MAX_KEYS}, of at most {@link #MAX_BYTES} in all
 * @param others the highest count that any other key may have
 */
record TopKeys(List<KeyCount> keys, double others) {
  static final int MAX_KEYS = 100;
  static final int MAX_BYTES = 64 * 1024;

  TopKeys {
    keys = List.copyOf(keys);
  }

  /**
   * The first keys of a longer list.
   *
   * @param all in descending order
   * @param others the highest count that a key may have that is not in the list
   */
  static TopKeys first(List<KeyCount> all, double others) {
    int bytes = 0;
    for (int i = 0; i < all.size(); i++) {
      KeyCount key = all.get(i);
      bytes += key.key().sizeBytes();
      if (i == MAX_KEYS || bytes > MAX_BYTES) {
        return new TopKeys(all.subList(0, i), key.count());
      }
    }
    return new TopKeys(all, others);
  }

  /** The sums of the counts of several servers. They remain upper and lower bounds. */
  static List<KeyCount> merged(List<TopKeys> servers) {
    double others = servers.stream().mapToDouble(TopKeys::others).sum();
    Map<Item, KeyCount> sums = new HashMap<>();
    for (TopKeys server : servers) {
      for (KeyCount key : server.keys) {
        // A server that does not list the key may have counted it as often as its other keys.
        var before = sums.getOrDefault(key.key(), new KeyCount(key.key(), others, 0));
        sums.put(
            key.key(),
            new KeyCount(
                key.key(),
                before.count() - server.others + key.count(),
                before.least() + key.least()));
      }
    }
    return sums.values().stream()
        .sorted(Comparator.comparingDouble(KeyCount::count).reversed())
        .toList();
  }

  void encode(ByteWriter out) {
    out.writeLong(Double.doubleToLongBits(others)).writeVarint(keys.size());
    for (KeyCount key : keys) {
      out.writeSized(ItemCodec.encode(key.key()))
          .writeLong(Double.doubleToLongBits(key.count()))
          .writeLong(Double.doubleToLongBits(key.least()));
    }
  }

  static TopKeys decode(ByteReader in) {
    double others = Double.longBitsToDouble(in.readLong());
    int count = in.readCount(1);
    var keys = new ArrayList<KeyCount>(count);
    for (int i = 0; i < count; i++) {
      keys.add(
          new KeyCount(
              ItemCodec.decode(in.readSized()),
              Double.longBitsToDouble(in.readLong()),
              Double.longBitsToDouble(in.readLong())));
    }
    return new TopKeys(keys, others);
  }
}
