package dev.gramme.engine.replication;

import dev.gramme.engine.key.SystemKeys;
import dev.gramme.model.AttributeValue.M;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.Item;
import dev.gramme.model.ItemCodec;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.Utf8;
import dev.gramme.storage.Reader;
import dev.gramme.storage.Transaction;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The part of a table's log that a replica has received.
 *
 * @param base all changes up to this sequence number have been received
 * @param shards higher sequence numbers for some shards, by shard number
 */
record Position(long base, Map<Integer, Long> shards) {
  static final Position BEGINNING = new Position(0, Map.of());

  private static final int KIND = 3;

  Position {
    shards = Map.copyOf(shards);
  }

  /** The last received sequence number of a shard. */
  long of(int shard) {
    return shards.getOrDefault(shard, base);
  }

  Position with(int shard, long sequence) {
    var changed = new HashMap<>(shards);
    changed.put(shard, sequence);
    return new Position(base, changed);
  }

  static Optional<Position> read(Reader reader, int table, String region) {
    byte[] stored = reader.get(row(table, region));
    return stored == null ? Optional.empty() : Optional.of(decode(stored));
  }

  /**
   * The sequence number up to which all replicas have received everything; empty for a table
   * without replicas.
   */
  static OptionalLong receivedByAll(Reader reader, TableDefinition table) {
    return table.features().replicas().stream()
        .mapToLong(
            replica -> read(reader, table.number(), replica.region()).orElse(BEGINNING).base())
        .min();
  }

  void write(Transaction tx, int table, String region) {
    var byShard = Item.builder(shards.size());
    shards.forEach((shard, sequence) -> byShard.put(String.valueOf(shard), N.of(sequence)));
    tx.put(
        row(table, region),
        ItemCodec.encode(
            Item.builder(2).put("Base", N.of(base)).put("Shards", new M(byShard.build())).build()));
  }

  static void remove(Transaction tx, int table, String region) {
    tx.delete(row(table, region));
  }

  private static Position decode(byte[] stored) {
    Item in = ItemCodec.decode(stored);
    var shards = new HashMap<Integer, Long>();
    if (in.get("Shards") instanceof M(var entries)) {
      for (String shard : entries.attributes().keySet()) {
        shards.put(Integer.valueOf(shard), Message.number(entries, shard));
      }
    }
    return new Position(Message.number(in, "Base"), shards);
  }

  private static byte[] row(int table, String region) {
    return SystemKeys.start(SystemKeys.REPLICATION)
        .writeInt(table)
        .writeByte(KIND)
        .write(Utf8.bytes(region))
        .toByteArray();
  }
}
