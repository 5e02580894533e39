package dev.gramme.transfer.format;

import dev.gramme.model.Item;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** Writes the lines of data files. Not thread-safe. */
public interface LineEncoder {
  /** Writes a line of a full export. */
  void item(Item item, OutputStream out) throws IOException;

  /** Writes a line of an incremental export. */
  void change(Change change, OutputStream out) throws IOException;

  /**
   * The difference of an item between the two ends of a period, with the requested images.
   *
   * @param writtenMicros when the item was last written, in microseconds since the epoch
   * @param oldImage the item before; null if it did not exist or was not requested
   * @param newImage the item after; null if it does not exist
   */
  record Change(long writtenMicros, Item keys, @Nullable Item oldImage, @Nullable Item newImage) {}
}
