package dev.gramme.engine.stream;

import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.Item;
import dev.gramme.model.ItemCodec;
import java.time.Instant;

/**
 * A shard of a table's log, open or closed.
 *
 * @param number unique in the table, from 1
 * @param firstHash the lowest hash of the partition keys whose changes it holds, unsigned
 * @param lastHash the highest of these hashes
 * @param parent the number of the shard that it replaced, 0 if none
 * @param start the first sequence number that a change in it may have
 * @param end the last sequence number that a change in it may have, {@link #OPEN} while it is open
 * @param trimmed the sequence number of the last change that has been trimmed, 0 if none
 */
public record LogShard(
    int number, long firstHash, long lastHash, int parent, long start, long end, long trimmed) {
  /** The end of an open shard. */
  public static final long OPEN = Long.MAX_VALUE;

  /** Whether it accepts changes. */
  public boolean isOpen() {
    return end == OPEN;
  }

  /** When it was opened. */
  public Instant opened() {
    return LogRows.time(start);
  }

  LogShard closed(long last) {
    return new LogShard(number, firstHash, lastHash, parent, start, last, trimmed);
  }

  LogShard trimmedTo(long sequence) {
    return new LogShard(number, firstHash, lastHash, parent, start, end, sequence);
  }

  byte[] encode() {
    return ItemCodec.encode(
        Item.builder(7)
            .put("Number", N.of(number))
            .put("FirstHash", N.of(firstHash))
            .put("LastHash", N.of(lastHash))
            .put("Parent", N.of(parent))
            .put("Start", N.of(start))
            .put("End", N.of(end))
            .put("Trimmed", N.of(trimmed))
            .build());
  }

  /** Decodes a shard's row. */
  public static LogShard decode(byte[] value) {
    Item in = ItemCodec.decode(value);
    return new LogShard(
        (int) number(in, "Number"),
        number(in, "FirstHash"),
        number(in, "LastHash"),
        (int) number(in, "Parent"),
        number(in, "Start"),
        number(in, "End"),
        number(in, "Trimmed"));
  }

  private static long number(Item in, String name) {
    if (in.get(name) instanceof N(var value)) {
      return value.longValueExact();
    }
    throw new IllegalStateException("damaged shard of a log: no " + name);
  }
}
