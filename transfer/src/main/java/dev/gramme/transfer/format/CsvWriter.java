package dev.gramme.transfer.format;

import dev.gramme.model.AttributeValue;
import dev.gramme.model.AttributeValue.B;
import dev.gramme.model.AttributeValue.Bool;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.Null;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.DynamoNumber;
import dev.gramme.model.Item;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes items as rows of CSV (RFC 4180) with a header. Sets, lists and maps are written as the
 * protocol's JSON; absent attributes and null as empty fields. Types are lost. Not thread-safe.
 */
public final class CsvWriter implements AutoCloseable {
  private final de.siegmar.fastcsv.writer.CsvWriter csv;
  private final List<String> columns;

  /** Writes the header; closing the writer closes the stream. */
  public CsvWriter(OutputStream out, char delimiter, List<String> columns) {
    this.csv =
        de.siegmar.fastcsv.writer.CsvWriter.builder()
            .fieldSeparator(delimiter)
            .build(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    this.columns = List.copyOf(columns);
    csv.writeRecord(this.columns);
  }

  /** Writes a row; attributes without a column are left out. */
  public void item(Item item) throws IOException {
    var row = new ArrayList<String>(columns.size());
    for (String column : columns) {
      row.add(text(item.get(column)));
    }
    csv.writeRecord(row);
  }

  private static String text(@Nullable AttributeValue value) {
    return switch (value) {
      case null -> "";
      case S text -> text.value();
      case N number -> DynamoNumber.format(number.value());
      case B binary -> binary.value().toBase64();
      case Bool truth -> String.valueOf(truth.value());
      case Null none -> "";
      case AttributeValue other -> AttributeJson.text(other);
    };
  }

  @Override
  public void close() throws IOException {
    csv.close();
  }
}
