package dev.gramme.toolkit.explain;

import dev.gramme.toolkit.schema.EntitySchema;
import dev.gramme.toolkit.schema.EntitySchema.AttributeSchema;
import dev.gramme.toolkit.schema.KeySchema;
import dev.gramme.toolkit.schema.KeySchema.ScalarType;
import dev.gramme.toolkit.schema.TableSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Generates sample items from key templates, for tables without samples. */
final class SampleItems {
  private static final int PER_ENTITY = 3;
  private static final String DAY = "2026-11-2";

  private SampleItems() {}

  static List<Map<String, AttributeValue>> of(TableSchema schema) {
    var items = new ArrayList<Map<String, AttributeValue>>();
    for (EntitySchema entity : schema.entities()) {
      for (int i = 1; i <= PER_ENTITY; i++) {
        items.add(item(schema, entity, i));
      }
    }
    return items;
  }

  private static Map<String, AttributeValue> item(TableSchema schema, EntitySchema entity, int i) {
    Map<String, String> values = new HashMap<>();
    entity.attributes().forEach(attribute -> values.put(attribute.name(), value(attribute, i)));
    Map<String, ScalarType> types = keyTypes(schema);
    var item = new LinkedHashMap<String, AttributeValue>();
    keyNames(schema)
        .filter(entity.keys()::containsKey)
        .forEach(name -> {
          String template = entity.keys().getOrDefault(name, "");
          String value = Templates.fill(template, field -> values.getOrDefault(field, field + i));
          item.put(name, key(Optional.ofNullable(types.get(name)), value, i));
        });
    for (AttributeSchema attribute : entity.attributes()) {
      item.putIfAbsent(
          attribute.attribute(), attribute(attribute, values.getOrDefault(attribute.name(), "")));
    }
    return item;
  }

  private static Stream<String> keyNames(TableSchema schema) {
    return Stream.concat(
            Stream.of(schema.key()), schema.indexes().stream().map(index -> index.key()))
        .flatMap(key -> Stream.concat(key.partition().stream(), key.sort().stream()))
        .map(KeySchema.KeyAttribute::name)
        .distinct();
  }

  private static Map<String, ScalarType> keyTypes(TableSchema schema) {
    var types = new HashMap<String, ScalarType>();
    Stream.concat(Stream.of(schema.key()), schema.indexes().stream().map(index -> index.key()))
        .flatMap(key -> Stream.concat(key.partition().stream(), key.sort().stream()))
        .forEach(attribute -> types.put(attribute.name(), attribute.type()));
    return types;
  }

  private static AttributeValue key(Optional<ScalarType> type, String value, int i) {
    return switch (type.orElse(ScalarType.S)) {
      case S -> AttributeValue.builder().s(value).build();
      case N ->
          AttributeValue.builder()
              .n(value.matches("-?\\d+([.]\\d+)?") ? value : Integer.toString(i))
              .build();
      case B -> AttributeValue.builder().b(SdkBytes.fromUtf8String(value)).build();
    };
  }

  private static String value(AttributeSchema attribute, int i) {
    String type = attribute.javaType().replaceAll("^.*[.]|<.*$", "");
    return switch (type) {
      case "Instant" -> DAY + i + "T10:00:00Z";
      case "LocalDate" -> DAY + i;
      case "LocalTime" -> "10:00:0" + i + ".000000000";
      case "YearMonth" -> "2026-0" + i;
      case "ZonedDateTime" -> DAY + i + "T10:00:00.000000000Z[Europe/Zurich]";
      case "boolean", "Boolean" -> i % 2 == 1 ? "true" : "false";
      case "UUID" -> "00000000-0000-4000-8000-00000000000" + i;
      default -> attribute.type().equals("N") ? Integer.toString(i) : attribute.name() + i;
    };
  }

  private static AttributeValue attribute(AttributeSchema attribute, String value) {
    var built = AttributeValue.builder();
    AttributeValue text = AttributeValue.builder().s(value).build();
    return switch (attribute.type()) {
      case "N" -> built.n(value.matches("\\d+") ? value : "1").build();
      case "BOOL" -> built.bool(Boolean.valueOf(value)).build();
      case "B" -> built.b(SdkBytes.fromUtf8String(value)).build();
      case "SS" -> built.ss(value).build();
      case "NS" -> built.ns("1").build();
      case "BS" -> built.bs(SdkBytes.fromUtf8String(value)).build();
      case "L" -> built.l(text).build();
      case "M" -> built.m(Map.of("value", text)).build();
      case "NULL" -> built.nul(true).build();
      default -> text;
    };
  }
}
