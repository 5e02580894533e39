package dev.gramme.destinations;

import dev.gramme.engine.destination.Destination;
import dev.gramme.engine.key.SystemKeys;
import dev.gramme.model.ByteReader;
import dev.gramme.model.ByteWriter;
import dev.gramme.model.Utf8;
import dev.gramme.storage.Store;
import java.util.Map;
import java.util.OptionalLong;

/**
 * How far sending has come: {@code table | 2 | ARN | 0 | shard} holds the sequence number from
 * which on changes of the shard are yet to be sent, {@link #ENDED} if it was sent to its end. The
 * rows go with their table.
 */
final class DestinationRows {
  /** Nothing of the shard is left. */
  static final long ENDED = Long.MAX_VALUE;

  private static final int POSITION = 2;

  private final Store store;

  DestinationRows(Store store) {
    this.store = store;
  }

  private static byte[] row(Destination destination, int shard) {
    byte[] table = SystemKeys.numbered(SystemKeys.DESTINATIONS, destination.table());
    return new ByteWriter(64)
        .write(table)
        .writeByte(POSITION)
        .write(Utf8.bytes(destination.streamArn()))
        .writeByte(0)
        .writeInt(shard)
        .toByteArray();
  }

  /** From where on a shard is to be sent; empty if nothing of it was. */
  OptionalLong from(Destination destination, int shard) {
    byte[] stored = store.get(row(destination, shard));
    return stored == null
        ? OptionalLong.empty()
        : OptionalLong.of(new ByteReader(stored).readLong());
  }

  /** Notes from where on shards are to be sent. */
  void save(Destination destination, Map<Integer, Long> fromByShard) {
    store
        .transact(tx -> {
          fromByShard.forEach((shard, from) ->
              tx.put(
                  row(destination, shard),
                  new ByteWriter(Long.BYTES).writeLong(from).toByteArray()));
          return true;
        })
        .join();
  }
}
