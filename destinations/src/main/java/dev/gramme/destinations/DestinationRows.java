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

/**
 * The stored positions of destinations. The row of a shard holds the sequence number of the next
 * change to send, or {@link #ENDED} if nothing more will be sent from the shard. Its key in the
 * space of destinations is {@code table | 2 | ARN | 0 | shard}, with the number of the table, the
 * ARN of the Kinesis stream, and 2 for a position; settings have 1. The rows are deleted with their
 * table.
 */
final class DestinationRows {
  /** Everything was sent, or the log has removed the shard before. */
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

  /** The positions of all recorded shards that are not sent completely. */
  Map<Integer, Long> unfinished(Destination destination) {
    var unfinished = new HashMap<Integer, Long>();
    byte[] from = prefix(destination);
    try (Cursor rows = store.range(from, RowKeys.afterPrefix(from), Direction.ASCENDING)) {
      while (rows.next()) {
        long next = new ByteReader(rows.value()).readLong();
        if (next != ENDED) {
          byte[] key = rows.key();
          unfinished.put(new ByteReader(key, from.length, key.length).readInt(), next);
        }
      }
    }
    return unfinished;
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
    if (fromByShard.isEmpty()) {
      return;
    }
    store
        .transact(tx -> {
          term.require(tx);
          fromByShard.forEach((shard, from) ->
              tx.put(
                  row(destination, shard),
                  new ByteWriter(Long.BYTES).writeLong(from).toByteArray()));
          return true;
        })
        .join();
  }
}
