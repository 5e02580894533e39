package dev.gramme.engine.stream;

import dev.gramme.model.ByteReader;
import dev.gramme.model.ByteWriter;
import dev.gramme.model.Item;
import dev.gramme.model.ItemCodec;
import dev.gramme.model.budget.RequestBudget;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A change of an item in the log.
 *
 * @param sequence orders the changes of a table, and is their time in microseconds
 * @param before the item before, null if it did not exist
 * @param after the item after, null if it does not exist; at most one of both is null
 */
public record LoggedChange(
    long sequence, Origin origin, @Nullable Item before, @Nullable Item after) {
  private static final int HAS_BEFORE = 1;
  private static final int HAS_AFTER = 2;

  /** The origin of a change. */
  public enum Origin {
    /** A client. */
    CLIENT(0),
    /** The database itself, because the item had expired. */
    EXPIRY(1),
    /** A client of a replica. */
    REPLICA(2);

    private final int code;

    Origin(int code) {
      this.code = code;
    }

    static Origin of(int code) {
      for (Origin origin : values()) {
        if (origin.code == code) {
          return origin;
        }
      }
      throw new IllegalStateException("damaged log: no origin " + code);
    }
  }

  /** When it was made. */
  public Instant time() {
    return LogRows.time(sequence);
  }

  /** The item after the change, or the item before if it was deleted. */
  public Item either() {
    Item there = after != null ? after : before;
    if (there == null) {
      throw new IllegalStateException("a change without an item");
    }
    return there;
  }

  byte[] encode() {
    byte[] old = before == null ? null : ItemCodec.encode(before);
    byte[] fresh = after == null ? null : ItemCodec.encode(after);
    var out =
        new ByteWriter(16 + (old == null ? 0 : old.length) + (fresh == null ? 0 : fresh.length));
    out.writeByte(origin.code);
    out.writeByte((old == null ? 0 : HAS_BEFORE) | (fresh == null ? 0 : HAS_AFTER));
    if (old != null) {
      out.writeSized(old);
    }
    if (fresh != null) {
      out.writeSized(fresh);
    }
    return out.toByteArray();
  }

  /** Decodes the row of a change. */
  public static LoggedChange decode(long sequence, byte[] value) {
    return decode(sequence, value, RequestBudget.unlimited());
  }

  /**
   * Decodes within the budget of a request, see {@link ItemCodec#decode(byte[], RequestBudget)}.
   */
  static LoggedChange decode(long sequence, byte[] value, RequestBudget budget) {
    var in = new ByteReader(value);
    var origin = Origin.of(in.readByte());
    int has = in.readByte();
    Item before = (has & HAS_BEFORE) == 0 ? null : ItemCodec.decode(in.readSized(), budget);
    Item after = (has & HAS_AFTER) == 0 ? null : ItemCodec.decode(in.readSized(), budget);
    return new LoggedChange(sequence, origin, before, after);
  }
}
