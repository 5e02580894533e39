package dev.gramme.destinations;

import dev.gramme.engine.catalog.Lease;
import dev.gramme.engine.destination.Destination;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.engine.key.SystemKeys;
import dev.gramme.model.ByteReader;
import dev.gramme.model.ByteWriter;
import dev.gramme.model.Utf8;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Store;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The stored positions of destinations. The row of a shard holds the sequence number of the next
 * change to send, or {@link #ENDED} if nothing more will be sent from the shard. Its key in the
 * space of destinations is {@code table | 2 | ARN | 0 | shard}, with the number of the table, the
 * ARN of the Kinesis stream, and 2 for a position; settings have 1. A row is deleted after its
 * shard, and with its table.
 */
final class DestinationRows {
  /** Everything was sent. */
  static final long ENDED = Long.MAX_VALUE;

  private static final int POSITION = 2;

  private final Store store;
  private final Lease.Term term;

  /**
   * @param term fails each change of a position if another server sends the changes now
   */
  DestinationRows(Store store, Lease.Term term) {
    this.store = store;
    this.term = term;
  }

  private static byte[] prefix(Destination destination) {
    byte[] table = SystemKeys.numbered(SystemKeys.DESTINATIONS, destination.table());
    return new ByteWriter(64)
        .write(table)
        .writeByte(POSITION)
        .write(Utf8.bytes(destination.streamArn()))
        .writeByte(0)
        .toByteArray();
  }

  private static byte[] row(Destination destination, int shard) {
    return new ByteWriter(64).write(prefix(destination)).writeInt(shard).toByteArray();
  }

  /** The positions of all recorded shards. */
  Map<Integer, Long> all(Destination destination) {
    var positions = new HashMap<Integer, Long>();
    byte[] from = prefix(destination);
    try (Cursor rows = store.range(from, RowKeys.afterPrefix(from), Direction.ASCENDING)) {
      while (rows.next()) {
        byte[] key = rows.key();
        positions.put(
            new ByteReader(key, from.length, key.length).readInt(),
            new ByteReader(rows.value()).readLong());
      }
    }
    return positions;
  }

  /**
   * The stored position in a shard; empty if none is stored. It may be stored before anything is
   * sent.
   */
  OptionalLong from(Destination destination, int shard) {
    byte[] stored = store.get(row(destination, shard));
    return stored == null
        ? OptionalLong.empty()
        : OptionalLong.of(new ByteReader(stored).readLong());
  }

  /** Stores positions by shard. */
  void save(Destination destination, Map<Integer, Long> fromByShard) {
    save(destination, fromByShard, Set.of());
  }

  /** Stores positions by shard, and removes those of shards that no longer exist. */
  void save(Destination destination, Map<Integer, Long> fromByShard, Set<Integer> vanished) {
    if (fromByShard.isEmpty() && vanished.isEmpty()) {
      return;
    }
    store
        .transact(tx -> {
          term.require(tx);
          vanished.forEach(shard -> tx.delete(row(destination, shard)));
          fromByShard.forEach((shard, from) ->
              tx.put(
                  row(destination, shard),
                  new ByteWriter(Long.BYTES).writeLong(from).toByteArray()));
          return true;
        })
        .join();
  }
}
