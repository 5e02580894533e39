package dev.gramme.conformance.fuzz;

import dev.gramme.conformance.fuzz.Table.KeyPart;
import dev.gramme.testkit.Gen;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Generates attribute values as JSON. Except for the key attributes {@code pk} and {@code sk}, each
 * attribute has the same type in all tables, so that expressions fit it.
 */
final class Values {
  /** The attributes of items beside their keys, with their types. */
  static final Map<String, String> ATTRIBUTES = attributes();

  /** The attribute of the time to live. */
  static final String EXPIRY = "exp";

  /** The attribute of vector indexes. */
  static final String VECTOR = "v";

  static final int DIMENSIONS = 3;

  private final Gen gen;

  Values(Gen gen) {
    this.gen = gen;
  }

  private static Map<String, String> attributes() {
    var types = new LinkedHashMap<String, String>();
    types.put("g", "S"); // g, h and l are keys of indexes
    types.put("h", "N");
    types.put("l", "S");
    types.put("f", "N");
    types.put(VECTOR, "L");
    types.put(EXPIRY, "N");
    types.put("n", "N");
    types.put("s", "S");
    types.put("b", "B");
    types.put("ss", "SS");
    types.put("ns", "NS");
    types.put("bs", "BS");
    types.put("m", "M");
    types.put("li", "L");
    types.put("t", "BOOL");
    types.put("z", "NULL");
    return types;
  }

  /** A random value of an attribute. */
  Map<String, @Nullable Object> of(String attribute) {
    return switch (attribute) {
      case "g", "l" -> keyValue("S");
      case "h" -> keyValue("N");
      case VECTOR -> JsonObjects.of("L", vector());
      case EXPIRY -> number(gen.between(1_700_000_000, 2_000_000_000));
      default -> ofType(ATTRIBUTES.getOrDefault(attribute, "S"));
    };
  }

  /** A vector for the vector indexes. */
  List<@Nullable Object> vector() {
    return JsonObjects.listOf(gen.listOf(DIMENSIONS, DIMENSIONS, () -> number(gen.between(1, 9))));
  }

  /** A random value of a type. */
  Map<String, @Nullable Object> ofType(String type) {
    return switch (type) {
      case "S" -> text(gen.chance(80) ? gen.word(3) : gen.string(200));
      case "N" ->
          gen.chance(80)
              ? number(gen.between(-9, 9))
              : JsonObjects.of("N", gen.numberText(gen.number()));
      case "B" -> JsonObjects.of("B", bytes(gen.between(0, 8)));
      case "SS" -> JsonObjects.of("SS", JsonObjects.listOf(gen.distinct(4, () -> gen.word(2))));
      case "NS" ->
          JsonObjects.of(
              "NS", JsonObjects.listOf(gen.distinct(4, () -> String.valueOf(gen.between(-9, 9)))));
      case "BS" -> JsonObjects.of("BS", JsonObjects.listOf(gen.distinct(3, () -> bytes(1))));
      case "L" ->
          JsonObjects.of(
              "L",
              JsonObjects.listOf(gen.listOf(0, 3, () -> ofType(gen.oneOf("S", "N", "BOOL", "M")))));
      case "M" -> JsonObjects.of("M", JsonObjects.of("x", ofType("N"), "y", ofType("S")));
      case "BOOL" -> JsonObjects.of("BOOL", gen.chance(50));
      default -> JsonObjects.of("NULL", true);
    };
  }

  private String bytes(int count) {
    return Base64.getEncoder().encodeToString(gen.bytes(count));
  }

  /** A string value. */
  static Map<String, @Nullable Object> text(String value) {
    return JsonObjects.of("S", value);
  }

  /** A number value. */
  static Map<String, @Nullable Object> number(long value) {
    return JsonObjects.of("N", String.valueOf(value));
  }

  /** A value of a key attribute, usually one of few, so that keys repeat. */
  Map<String, @Nullable Object> keyValue(String type) {
    return switch (type) {
      case "S" -> text(gen.chance(90) ? gen.word(1) : gen.nonEmptyString(100));
      case "N" -> number(gen.between(0, 5));
      default ->
          JsonObjects.of(
              "B", Base64.getEncoder().encodeToString(new byte[] {(byte) gen.between(0, 4)}));
    };
  }

  /** A random key of a table. */
  Map<String, @Nullable Object> key(Table table) {
    return key(table.key());
  }

  private Map<String, @Nullable Object> key(List<KeyPart> parts) {
    var key = new LinkedHashMap<String, @Nullable Object>();
    parts.forEach(part -> key.put(part.name(), keyValue(part.type())));
    return key;
  }

  /** Random attributes of an item, without its key. */
  Map<String, @Nullable Object> attributesBeside(Table table) {
    var item = new LinkedHashMap<String, @Nullable Object>();
    for (String name : someAttributes()) {
      item.put(name, of(name));
    }
    if (gen.chance(10)) {
      item.put("other-" + gen.attributeName(), ofType("M"));
    }
    item.keySet().removeAll(table.keyNames());
    return item;
  }

  private List<String> someAttributes() {
    var names = new ArrayList<String>();
    for (String name : ATTRIBUTES.keySet()) {
      if (gen.chance(45)) {
        names.add(name);
      }
    }
    return names;
  }

  /** A random item of a table. */
  Map<String, @Nullable Object> item(Table table) {
    var item = attributesBeside(table);
    item.putAll(key(table));
    return item;
  }
}
