package dev.gramme.functions;

import dev.gramme.engine.catalog.Lease;
import dev.gramme.engine.key.SystemKeys;
import dev.gramme.engine.stream.LogReader;
import dev.gramme.engine.stream.LogShard;
import dev.gramme.functions.FunctionMapping.StartingPosition;
import dev.gramme.model.ByteReader;
import dev.gramme.model.ByteWriter;
import dev.gramme.model.Utf8;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Reader;
import dev.gramme.storage.Store;
import dev.gramme.storage.Transaction;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The stored rows of functions: {@code name | 0 | 0} holds the mapping, {@code name | 0 | 1 | shard
 * | lane} the position of the function. A lane is the part of a shard whose items' hashes have the
 * same remainder; without parallelization a shard has one lane. {@code name | 0 | 2} holds a number
 * that no other binding of any function has, so that other servers notice each new binding.
 */
final class FunctionRows {
  private static final int PREFIX_BYTES = 5;
  private static final int MAPPING = 0;
  private static final int POSITION = 1;
  private static final int BINDING = 2;
  private static final byte[] BINDINGS = Utf8.bytes("function bindings");

  private final Store store;

  FunctionRows(Store store) {
    this.store = store;
  }

  private static ByteWriter start(String name, int kind) {
    return SystemKeys.start(SystemKeys.FUNCTIONS)
        .write(Utf8.bytes(name))
        .writeByte(0)
        .writeByte(kind);
  }

  private static byte[] positionRow(String name, int shard, int lane) {
    return start(name, POSITION).writeInt(shard).writeByte(lane).toByteArray();
  }

  /**
   * A stored mapping.
   *
   * @param binding the number of the binding; 0 if it was stored by an earlier version
   */
  record Stored(FunctionMapping mapping, long binding) {}

  /** All mappings by name. */
  Map<String, Stored> mappings() {
    var found = new TreeMap<String, Stored>();
    byte[] from = SystemKeys.spaceStart(SystemKeys.FUNCTIONS);
    byte[] to = SystemKeys.spaceStart(SystemKeys.FUNCTIONS + 1);
    try (Cursor rows = store.range(from, to, Direction.ASCENDING)) {
      while (rows.next()) {
        byte[] key = rows.key();
        int end = PREFIX_BYTES;
        while (key[end] != 0) {
          end++;
        }
        var name = new String(key, PREFIX_BYTES, end - PREFIX_BYTES, StandardCharsets.UTF_8);
        if (key[end + 1] == MAPPING) {
          found.put(name, new Stored(MappingDocument.read(rows.value()), 0));
        } else if (key[end + 1] == BINDING) {
          long binding = new ByteReader(rows.value()).readLong();
          found.computeIfPresent(name, (_, it) -> new Stored(it.mapping(), binding));
        }
      }
    }
    return found;
  }

  /**
   * Stores a mapping. If the stream differs from that of the stored mapping, the function starts
   * anew; if it is the same, the function continues at its position.
   *
   * @param shards the current shards of the stream
   * @param last the last assigned sequence number
   * @return the stored mapping
   */
  Stored save(String name, FunctionMapping mapping, List<LogShard> shards, long last) {
    return store
        .transact(tx -> {
          byte[] stored = tx.get(start(name, MAPPING).toByteArray());
          var earlier = stored == null ? null : MappingDocument.read(stored);
          if (earlier == null || !earlier.streamArn().equals(mapping.streamArn())) {
            removeAll(tx, name);
            begin(tx, name, mapping, shards, last);
          } else if (earlier.parallelization() != mapping.parallelization()) {
            redistribute(tx, name, earlier.parallelization(), mapping.parallelization(), shards);
          }
          long binding = nextBinding(tx);
          tx.put(start(name, MAPPING).toByteArray(), MappingDocument.write(mapping));
          tx.put(
              start(name, BINDING).toByteArray(),
              new ByteWriter(Long.BYTES).writeLong(binding).toByteArray());
          return new Stored(mapping, binding);
        })
        .join();
  }

  private static long nextBinding(Transaction tx) {
    byte[] counter = SystemKeys.named(SystemKeys.COUNTERS, BINDINGS);
    byte[] last = tx.get(counter);
    long next = last == null ? 1 : new ByteReader(last).readLong() + 1;
    tx.put(counter, new ByteWriter(Long.BYTES).writeLong(next).toByteArray());
    return next;
  }

  private static void begin(
      Transaction tx, String name, FunctionMapping mapping, List<LogShard> shards, long last) {
    if (mapping.startingPosition() == StartingPosition.TRIM_HORIZON) {
      return;
    }
    for (LogShard shard : shards) {
      for (int lane = 0; lane < mapping.parallelization(); lane++) {
        var here = LanePosition.at(last + 1);
        tx.put(
            positionRow(name, shard.number(), lane),
            (shard.isOpen() ? here : here.atEnd()).encode());
      }
    }
  }

  /**
   * If the number of lanes changes, each new lane starts at the position of the shard's slowest
   * one, so that none misses a change.
   */
  private static void redistribute(
      Transaction tx, String name, int before, int after, List<LogShard> shards) {
    for (LogShard shard : shards) {
      LanePosition slowest = null;
      boolean all = true;
      for (int lane = 0; lane < before; lane++) {
        var here = position(tx, name, shard.number(), lane);
        all &= here.isPresent();
        if (here.isPresent() && (slowest == null || isBehind(here.get(), slowest))) {
          slowest = here.get();
        }
      }
      removePositions(tx, name, shard.number());
      for (int lane = 0; all && slowest != null && lane < after; lane++) {
        tx.put(positionRow(name, shard.number(), lane), slowest.withoutWindow().encode());
      }
    }
  }

  private static boolean isBehind(LanePosition one, LanePosition other) {
    return one.ended() == other.ended() ? one.from() < other.from() : !one.ended();
  }

  /** The position of a function in a lane; empty before its first run. */
  Optional<LanePosition> position(String name, int shard, int lane) {
    return position(store, name, shard, lane);
  }

  private static Optional<LanePosition> position(Reader reader, String name, int shard, int lane) {
    return Optional.ofNullable(reader.get(positionRow(name, shard, lane)))
        .map(LanePosition::decode);
  }

  /**
   * Stores the position of a function, unless it was removed or bound again meanwhile. Another
   * server can do so; with another number of lanes, the position would have another meaning.
   *
   * @param term fails the transaction if another server runs the lane now
   */
  void save(FunctionSetup setup, Lease.Term term, int shard, int lane, LanePosition position) {
    store
        .transact(tx -> {
          term.require(tx);
          if (isBound(tx, setup)) {
            tx.put(positionRow(setup.name(), shard, lane), position.encode());
          }
          return true;
        })
        .join();
  }

  /**
   * Removes the positions in shards that the log has removed, unless the function was removed or
   * bound again meanwhile.
   */
  void forgetVanished(FunctionSetup setup) {
    // Before the shards: a shard exists before its position is stored.
    Set<Integer> vanished = shards(setup.name());
    for (LogShard shard :
        new LogReader(store).shards(setup.stream().tableNumber(), 0, Integer.MAX_VALUE)) {
      vanished.remove(shard.number());
    }
    if (!vanished.isEmpty()) {
      store
          .transact(tx -> {
            if (isBound(tx, setup)) {
              vanished.forEach(shard -> removePositions(tx, setup.name(), shard));
            }
            return true;
          })
          .join();
    }
  }

  /** The shards in which positions of a function are stored. */
  Set<Integer> shards(String name) {
    var shards = new HashSet<Integer>();
    byte[] from = start(name, POSITION).toByteArray();
    byte[] to = start(name, POSITION + 1).toByteArray();
    try (Cursor rows = store.range(from, to, Direction.ASCENDING)) {
      while (rows.next()) {
        byte[] key = rows.key();
        shards.add(new ByteReader(key, from.length, key.length).readInt());
      }
    }
    return shards;
  }

  private static void removePositions(Transaction tx, String name, int shard) {
    tx.deleteRange(
        start(name, POSITION).writeInt(shard).toByteArray(),
        start(name, POSITION).writeInt(shard + 1).toByteArray());
  }

  /** Whether the function was neither removed nor bound again. */
  boolean isBound(FunctionSetup setup) {
    return isBound(store, setup);
  }

  private static boolean isBound(Reader reader, FunctionSetup setup) {
    byte[] binding = reader.get(start(setup.name(), BINDING).toByteArray());
    long stored = binding == null ? 0 : new ByteReader(binding).readLong();
    return stored == setup.binding()
        && reader.get(start(setup.name(), MAPPING).toByteArray()) != null;
  }

  /** Deletes a function and its positions. */
  void remove(String name) {
    store
        .transact(tx -> {
          removeAll(tx, name);
          return true;
        })
        .join();
  }

  private static void removeAll(Transaction tx, String name) {
    tx.deleteRange(start(name, MAPPING).toByteArray(), start(name, BINDING + 1).toByteArray());
  }
}
