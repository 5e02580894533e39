package dev.gramme.transfer.format;

import dev.gramme.model.Item;
import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Reads the items of a data file, one after another. One thread; to be closed. */
public interface RecordReader extends Closeable {
  /**
   * The next record, null at the end.
   *
   * @throws MalformedDataException if nothing more can be read of the file
   */
  @Nullable Parsed next() throws IOException;

  /** What a record is. */
  sealed interface Parsed {
    /** An item. */
    record Good(Item item) implements Parsed {}

    /** Something that is no item, and why; the next one may be. */
    record Bad(String message) implements Parsed {}
  }
}
