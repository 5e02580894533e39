package dev.gramme.transfer.format;

import dev.gramme.model.AttributeType;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;

/**
 * A format of data files, with the options to read it. Source: the service's documentation of
 * imports (October 2026).
 */
public sealed interface InputFormat {
  /** A reader of items; closing it closes the stream. */
  RecordReader read(InputStream in) throws IOException;

  /** A line {@code {"Item":{...}}} for each item, with values as in the protocol. */
  record DynamoDbJson() implements InputFormat {
    @Override
    public RecordReader read(InputStream in) {
      return new JsonLines(in);
    }
  }

  /** A line {@code $ion_1_0 {Item:{...}}} for each item, or a binary stream of such structures. */
  record Ion() implements InputFormat {
    @Override
    public RecordReader read(InputStream in) throws IOException {
      return IonRecords.open(in);
    }
  }

  /**
   * Rows of comma-separated values.
   *
   * @param options the delimiter, and the names of columns if the first row is not a header
   * @param types the types of attributes that are not strings
   */
  record Csv(CsvOptions options, Map<String, AttributeType> types) implements InputFormat {
    public Csv {
      types = Map.copyOf(types);
    }

    @Override
    public RecordReader read(InputStream in) throws IOException {
      return new CsvRecords(in, options, types);
    }
  }
}
