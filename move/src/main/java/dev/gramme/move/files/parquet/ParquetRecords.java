package dev.gramme.move.files.parquet;

import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeType;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.AttributeValue.B;
import dev.gramme.model.AttributeValue.Bool;
import dev.gramme.model.AttributeValue.L;
import dev.gramme.model.AttributeValue.M;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.Null;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Binary;
import dev.gramme.model.DynamoNumber;
import dev.gramme.model.Item;
import dev.gramme.transfer.format.RecordReader;
import dev.hardwood.InputFile;
import dev.hardwood.reader.ParquetFileReader;
import dev.hardwood.reader.RowReader;
import dev.hardwood.row.PqList;
import dev.hardwood.row.PqMap;
import dev.hardwood.row.PqStruct;
import dev.hardwood.row.StructAccessor;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a Parquet file as items. Strings are S, numbers and decimals N, binaries B; dates,
 * times and UUIDs are S in their ISO form; lists are L, maps and structures M. A null is an absent
 * attribute. Keys of the table, and columns with a given type, are converted to it.
 *
 * <p>In a file that {@link ParquetWriter} wrote, the values have the types that they had.
 */
public final class ParquetRecords implements RecordReader {
  private final ParquetFileReader file;
  private final RowReader rows;
  private final OriginalTypes originals;
  private final Map<String, AttributeType> types;

  private ParquetRecords(ParquetFileReader file, RowReader rows, Map<String, AttributeType> types) {
    this.file = file;
    this.rows = rows;
    this.originals = OriginalTypes.of(file.getFileMetaData().keyValueMetadata());
    this.types = types;
  }

  /**
   * Opens a file.
   *
   * @throws DamagedFileException if it is not a Parquet file, or has a compression without a
   *     library
   */
  public static ParquetRecords open(Path path, Map<String, AttributeType> types)
      throws IOException {
    try {
      ParquetFileReader file = ParquetFileReader.open(InputFile.of(path));
      try {
        return new ParquetRecords(file, file.rowReader(), types);
      } catch (RuntimeException e) {
        file.close();
        throw e;
      }
    } catch (NoSuchFileException | AccessDeniedException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw new DamagedFileException(e);
    }
  }

  @Override
  public @Nullable Parsed next() throws IOException {
    try {
      if (!rows.hasNext()) {
        return null;
      }
      rows.next();
    } catch (RuntimeException e) {
      // The library has no exception of its own for damaged files.
      throw new DamagedFileException(e);
    }
    try {
      var item = Item.builder(rows.getFieldCount());
      for (int i = 0; i < rows.getFieldCount(); i++) {
        String name = rows.getFieldName(i);
        Object value = rows.isNull(i) ? null : rows.getValue(i);
        if (value != null) {
          item.put(name, converted(originals.restore(name, value), types.get(name)));
        }
      }
      return new Parsed.Good(item.build());
    } catch (ApiError fault) {
      return new Parsed.Bad(fault.text().orElse("the row is not a valid item"));
    } catch (IllegalArgumentException fault) {
      return new Parsed.Bad(String.valueOf(fault.getMessage()));
    }
  }

  private static AttributeValue converted(AttributeValue value, @Nullable AttributeType type) {
    return switch (value) {
      case B(Binary bytes) when type == AttributeType.S ->
          new S(new String(bytes.toByteArray(), StandardCharsets.UTF_8));
      case N(BigDecimal number) when type == AttributeType.S -> new S(DynamoNumber.format(number));
      case S(String text) when type == AttributeType.B -> new B(Binary.fromBase64(text));
      case S(String text) when type == AttributeType.N -> new N(DynamoNumber.parse(text));
      case AttributeValue other -> other;
    };
  }

  /** A value of a file without types of its own. */
  static AttributeValue value(@Nullable Object value) {
    return switch (value) {
      case null -> Null.NULL;
      case Boolean truth -> Bool.of(truth);
      // Neither NaN nor an infinity is a number, and parsing reports them.
      case Number number -> new N(DynamoNumber.parse(number.toString()));
      case byte[] bytes -> new B(Binary.copyOf(bytes));
      case PqStruct structure -> new M(map(structure));
      case PqMap map -> new M(map(map));
      case PqList list -> {
        var elements = new ArrayList<AttributeValue>(list.size());
        for (int i = 0; i < list.size(); i++) {
          elements.add(value(list.isNull(i) ? null : list.get(i)));
        }
        yield new L(elements);
      }
      case Object other -> new S(other.toString());
    };
  }

  private static Item map(StructAccessor structure) {
    var item = Item.builder(structure.getFieldCount());
    for (int i = 0; i < structure.getFieldCount(); i++) {
      if (!structure.isNull(i)) {
        item.put(structure.getFieldName(i), value(structure.getValue(i)));
      }
    }
    return item.build();
  }

  private static Item map(PqMap map) {
    var item = Item.builder(map.size());
    for (PqMap.Entry entry : map.getEntries()) {
      item.put(
          String.valueOf(entry.getKey()), value(entry.isValueNull() ? null : entry.getValue()));
    }
    return item.build();
  }

  @Override
  public void close() throws IOException {
    rows.close();
    file.close();
  }
}
