package dev.gramme.move.files.parquet;

import dev.gramme.model.AttributeValue;
import dev.gramme.model.AttributeValue.BS;
import dev.gramme.model.AttributeValue.L;
import dev.gramme.model.AttributeValue.M;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.NS;
import dev.gramme.model.AttributeValue.Null;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.AttributeValue.SS;
import dev.gramme.model.Binary;
import dev.gramme.model.DynamoNumber;
import dev.gramme.model.Item;
import dev.gramme.transfer.format.AttributeJson;
import dev.hardwood.row.PqList;
import dev.hardwood.row.PqStruct;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The types of the attributes in a file of {@link ParquetWriter}, from the file's own metadata
 * ({@link ColumnType#described}); none in other files.
 */
final class OriginalTypes {
  private final Item types;

  private OriginalTypes(Item types) {
    this.types = types;
  }

  static OriginalTypes of(@Nullable Map<String, String> metadata) {
    String text = metadata == null ? null : metadata.get(ParquetWriter.TYPES);
    return new OriginalTypes(text == null ? Item.empty() : AttributeJson.parseItem(text));
  }

  /**
   * A value with its type.
   *
   * @throws IllegalArgumentException if it is not of this type
   */
  AttributeValue restore(String column, Object value) {
    AttributeValue type = types.get(column);
    return type == null ? ParquetRecords.value(value) : restore(type, value);
  }

  private static AttributeValue restore(AttributeValue type, @Nullable Object value) {
    return switch (value) {
      case null -> Null.NULL;
      case PqStruct structure when type instanceof M(Item fields) -> new M(map(fields, structure));
      case PqList list when type instanceof L(List<AttributeValue> only) && only.size() == 1 ->
          new L(elements(list).stream().map(each -> restore(only.getFirst(), each)).toList());
      case PqList list when type instanceof S(String name) -> set(name, elements(list));
      case Object single when type instanceof S(String name) -> single(name, single);
      case Object other ->
          throw new IllegalArgumentException(
              "a value is not of the type that the file says: " + other.getClass().getSimpleName());
    };
  }

  private static Item map(Item fields, PqStruct structure) {
    var item = Item.builder(structure.getFieldCount());
    for (int i = 0; i < structure.getFieldCount(); i++) {
      if (!structure.isNull(i)) {
        String name = structure.getFieldName(i);
        Object value = structure.getValue(i);
        AttributeValue type = fields.get(name);
        item.put(name, type == null ? ParquetRecords.value(value) : restore(type, value));
      }
    }
    return item.build();
  }

  private static List<@Nullable Object> elements(PqList list) {
    var elements = new ArrayList<@Nullable Object>(list.size());
    for (int i = 0; i < list.size(); i++) {
      elements.add(list.isNull(i) ? null : list.get(i));
    }
    return elements;
  }

  private static AttributeValue set(String type, List<@Nullable Object> members) {
    return switch (type) {
      case "SS" -> new SS(members.stream().map(String::valueOf).toList());
      case "NS" -> new NS(members.stream().map(OriginalTypes::number).toList());
      case "BS" -> new BS(members.stream().map(OriginalTypes::binary).toList());
      default -> throw new IllegalArgumentException("a list is not of the type " + type);
    };
  }

  private static AttributeValue single(String type, Object value) {
    return switch (type) {
      case "N" -> new N(number(value));
      case "JSON" -> AttributeJson.parse(value.toString());
      default -> ParquetRecords.value(value);
    };
  }

  private static BigDecimal number(@Nullable Object value) {
    return DynamoNumber.parse(String.valueOf(value));
  }

  private static Binary binary(@Nullable Object value) {
    if (value instanceof byte[] bytes) {
      return Binary.copyOf(bytes);
    }
    throw new IllegalArgumentException("a member of a set is not a binary");
  }
}
