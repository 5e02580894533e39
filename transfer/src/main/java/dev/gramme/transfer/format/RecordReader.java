package dev.gramme.transfer.format;

import dev.gramme.model.Item;
import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Reads the items of a data file sequentially. Not thread-safe; the caller closes it. */
public interface RecordReader extends Closeable {
  /**
   * The next record, null at the end.
   *
   * @throws MalformedDataException if the rest of the file cannot be read
   */
  @Nullable Parsed next() throws IOException;

  /** The content of a record. */
  sealed interface Parsed {
    /** An item. */
    record Good(Item item) implements Parsed {}

    /** A record that is not a valid item, and the reason; the next record may be valid. */
    record Bad(String message) implements Parsed {}
  }
}
