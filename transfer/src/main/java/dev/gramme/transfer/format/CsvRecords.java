package dev.gramme.transfer.format;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeType;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.AttributeValue.B;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Binary;
import dev.gramme.model.DynamoNumber;
import dev.gramme.model.Item;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Rows of CSV (RFC 4180). Columns that are keys of the table or of an index have their declared
 * types; all others are strings. After malformed quoting the rest of the file cannot be read, since
 * the ends of rows are unknown; a row with too many or too few fields is a single bad record.
 */
final class CsvRecords implements RecordReader {
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private final CsvReader<CsvRecord> csv;
  private final Iterator<CsvRecord> rows;
  private final Map<String, AttributeType> types;
  private List<String> header;

  CsvRecords(InputStream in, CsvOptions options, Map<String, AttributeType> types)
      throws IOException {
    var text =
        new InputStreamReader(
            in,
            StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT));
    this.csv =
        CsvReader.builder()
            .fieldSeparator(options.delimiter())
            .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
            .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
            .ofCsvRecord(text);
    this.rows = csv.iterator();
    this.types = types;
    this.header = options.header();
  }

  @Override
  public @Nullable Parsed next() throws IOException {
    if (header.isEmpty()) {
      List<String> first = row();
      if (first == null) {
        return null;
      }
      header = checkedHeader(first);
    }
    List<String> row = row();
    return row == null ? null : parse(row);
  }

  private @Nullable List<String> row() throws IOException {
    try {
      return rows.hasNext() ? rows.next().getFields() : null;
    } catch (UncheckedIOException e) {
      throw new MalformedDataException("The object is not CSV in UTF-8: " + e.getMessage(), e);
    } catch (CsvParseException e) {
      throw new MalformedDataException("The object is not CSV: " + e.getMessage(), e);
    }
  }

  private static List<String> checkedHeader(List<String> first) throws MalformedDataException {
    var names = new ArrayList<>(first);
    if (names.getFirst().startsWith(BYTE_ORDER_MARK)) {
      names.set(0, names.getFirst().substring(1));
    }
    if (names.contains("")) {
      throw new MalformedDataException("A column in the header has no name");
    }
    if (new HashSet<>(names).size() < names.size()) {
      throw new MalformedDataException("A column occurs twice in the header");
    }
    return names;
  }

  private Parsed parse(List<String> row) {
    if (row.size() != header.size()) {
      return new Parsed.Bad(
          "The row has " + row.size() + " fields, but the header has " + header.size());
    }
    var item = Item.builder(header.size());
    for (int i = 0; i < row.size(); i++) {
      String name = header.get(i);
      try {
        item.put(name, value(types.get(name), row.get(i)));
      } catch (ApiError fault) {
        return new Parsed.Bad(fault.text().orElse("The field of column " + name + " is not valid"));
      } catch (IllegalArgumentException notBase64) {
        return new Parsed.Bad("The field of column " + name + " is not Base64");
      }
    }
    return new Parsed.Good(item.build());
  }

  private static AttributeValue value(@Nullable AttributeType type, String text) {
    if (type == AttributeType.N) {
      return new N(DynamoNumber.parse(text));
    }
    if (type == AttributeType.B) {
      return new B(Binary.fromBase64(text));
    }
    return new S(text);
  }

  @Override
  public void close() throws IOException {
    csv.close();
  }
}
