package dev.gramme.storage.cassandra.read;

import dev.gramme.storage.Cursor;
import dev.gramme.storage.cassandra.row.Bytes;
import dev.gramme.storage.cassandra.row.Row;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A cursor over the entries that a supplier returns. */
public final class EntryCursor implements Cursor {
  private final Supplier<Found> source;
  private @Nullable Found current;
  private boolean ended;

  /**
   * The next entry of a source.
   *
   * @param key null at the end
   */
  public record Found(@Nullable Bytes key, Bytes value) {
    private static final Found END = new Found(null, new Bytes(new byte[0]));

    /** An entry, or the end for null. */
    public static Found of(Row.@Nullable Entry entry) {
      return entry == null ? END : new Found(entry.key(), entry.row().value());
    }
  }

  /** A cursor before the first entry. */
  public EntryCursor(Supplier<Found> source) {
    this.source = source;
  }

  /** A cursor without entries. */
  public static EntryCursor empty() {
    return new EntryCursor(() -> Found.END);
  }

  @Override
  public boolean next() {
    if (!ended) {
      current = source.get();
      ended = current.key() == null;
    }
    return !ended;
  }

  @Override
  public byte[] key() {
    Found found = current;
    if (found == null || found.key() == null) {
      throw noEntry();
    }
    return found.key().array().clone();
  }

  @Override
  public byte[] value() {
    Found found = current;
    if (found == null || found.key() == null) {
      throw noEntry();
    }
    return found.value().array().clone();
  }

  private static IllegalStateException noEntry() {
    return new IllegalStateException("the cursor is not at an entry");
  }

  @Override
  public void close() {
    ended = true;
  }
}
