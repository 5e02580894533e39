package dev.gramme.storage.cassandra;

import dev.gramme.storage.Cursor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A cursor over entries that come from somewhere. */
final class EntryCursor implements Cursor {
  private final Supplier<Found> source;
  private @Nullable Found current;
  private boolean ended;

  /** What the source has found: an entry, or null for the end. */
  record Found(@Nullable Bytes key, Bytes value) {
    private static final Found END = new Found(null, new Bytes(new byte[0]));

    static Found of(Row.@Nullable Entry entry) {
      return entry == null ? END : new Found(entry.key(), entry.row().value());
    }
  }

  EntryCursor(Supplier<Found> source) {
    this.source = source;
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
      throw new IllegalStateException("the cursor does not stand at an entry");
    }
    return found.key().array().clone();
  }

  @Override
  public byte[] value() {
    Found found = current;
    if (found == null || found.key() == null) {
      throw new IllegalStateException("the cursor does not stand at an entry");
    }
    return found.value().array().clone();
  }

  @Override
  public void close() {
    ended = true;
  }
}
