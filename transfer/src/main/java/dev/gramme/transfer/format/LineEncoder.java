package dev.gramme.transfer.format;

import dev.gramme.model.Item;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** Writes the lines of data files. One thread at a time. */
public interface LineEncoder {
  /** A line of a full export. */
  void item(Item item, OutputStream out) throws IOException;

  /** A line of an incremental export. */
  void change(Change change, OutputStream out) throws IOException;

  /**
   * How an item differs between the two ends of a time, as far as it is to be told.
   *
   * @param writtenMicros when it was last written, in microseconds of the epoch
   * @param oldImage the item before; null if there was none, or it is not to be told
   * @param newImage the item after; null if there is none
   */
  record Change(long writtenMicros, Item keys, @Nullable Item oldImage, @Nullable Item newImage) {}
}
