package dev.gramme.conformance.fuzz;

import dev.gramme.testkit.Gen;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The expressions of one request, with the names and values that they refer to. */
final class Expressions {
  private final Gen gen;
  private final Values values;
  private final Map<String, @Nullable Object> attributeNames = new LinkedHashMap<>();
  private final Map<String, @Nullable Object> attributeValues = new LinkedHashMap<>();

  Expressions(Gen gen) {
    this.gen = gen;
    this.values = new Values(gen);
  }

  /** The name of an attribute, or a placeholder for it. */
  String name(String attribute) {
    if (gen.chance(50)) {
      return attribute;
    }
    String placeholder = "#" + attribute;
    attributeNames.put(placeholder, attribute);
    return placeholder;
  }

  /** A placeholder for a value. */
  String value(Object value) {
    String placeholder = ":v" + attributeValues.size();
    attributeValues.put(placeholder, value);
    return placeholder;
  }

  private String number() {
    return value(Values.number(gen.between(-9, 9)));
  }

  private String any(Set<String> except) {
    return gen.oneOf(
        Values.ATTRIBUTES.keySet().stream().filter(name -> !except.contains(name)).toList());
  }

  private String ofTypes(List<String> types, Set<String> except) {
    return gen.oneOf(
        Values.ATTRIBUTES.entrySet().stream()
            .filter(entry -> types.contains(entry.getValue()) && !except.contains(entry.getKey()))
            .map(Map.Entry::getKey)
            .toList());
  }

  /**
   * A condition on attributes other than the excluded ones.
   *
   * @param depth the largest depth of nesting
   */
  String condition(int depth, Set<String> except) {
    return switch (gen.nextInt(depth > 0 ? 13 : 9)) {
      case 0 -> "attribute_exists(" + name(any(except)) + ")";
      case 1, 2 -> "attribute_not_exists(" + name(any(except)) + ")";
      case 3 -> {
        String types = value(Values.text(gen.oneOf("S", "N", "M", "SS", "NULL")));
        yield "attribute_type(" + name(any(except)) + ", " + types + ")";
      }
      case 4 -> {
        String prefix = value(Values.text(gen.word(1)));
        yield "begins_with(" + name(ofTypes(List.of("S"), except)) + ", " + prefix + ")";
      }
      case 5 -> {
        String part = value(Values.text(gen.word(1)));
        yield "contains(" + name(ofTypes(List.of("S", "SS", "L"), except)) + ", " + part + ")";
      }
      case 6 -> {
        String measured = ofTypes(List.of("S", "B", "SS", "NS", "BS", "L", "M"), except);
        yield "size(" + name(measured) + ") " + comparator() + " " + number();
      }
      case 7 -> {
        String attribute = name(ofTypes(List.of("N"), except));
        yield attribute + " BETWEEN " + value(Values.number(-5)) + " AND " + number5();
      }
      case 8 -> {
        String attribute = ofTypes(List.of("S", "N", "B", "BOOL", "M"), except);
        yield name(attribute) + " <> " + value(values.of(attribute));
      }
      case 9 -> "NOT " + condition(0, except);
      case 10 -> "(" + condition(depth - 1, except) + " AND " + condition(depth - 1, except) + ")";
      case 11 -> "(" + condition(depth - 1, except) + ") OR " + condition(depth - 1, except);
      default -> {
        String attribute = ofTypes(List.of("S", "N"), except);
        yield name(attribute)
            + " IN ("
            + value(values.of(attribute))
            + ", "
            + value(values.of(attribute))
            + ")";
      }
    };
  }

  private String number5() {
    return value(Values.number(gen.between(-5, 9)));
  }

  private String comparator() {
    return gen.oneOf("=", "<>", "<", "<=", ">", ">=");
  }

  /** An update of some attributes of a table's items. */
  String update(Table table) {
    var sets = new ArrayList<String>();
    var removes = new ArrayList<String>();
    var adds = new ArrayList<String>();
    var deletes = new ArrayList<String>();
    for (String attribute : gen.distinct(4, () -> any(table.keyNames()))) {
      String type = Values.ATTRIBUTES.getOrDefault(attribute, "S");
      int kind = gen.nextInt(10);
      if (kind == 0) {
        removes.add(name(attribute));
      } else if (kind < 4 && attribute.equals("n")) {
        String zero = value(Values.number(0));
        sets.add("%s = if_not_exists(%s, %s) + %s".formatted(attribute, attribute, zero, number()));
      } else if (kind < 6 && attribute.equals("li")) {
        String one = value(JsonObjects.of("L", JsonObjects.list(values.ofType("S"))));
        sets.add("li = list_append(if_not_exists(li, " + one + "), " + one + ")");
      } else if (kind < 6 && (type.equals("NS") || type.equals("SS"))) {
        (kind < 3 ? deletes : adds).add(name(attribute) + " " + value(values.of(attribute)));
      } else if (kind == 6 && attribute.equals("m")) {
        sets.add(name("m") + ".x = " + number());
      } else {
        sets.add(name(attribute) + " = " + value(values.of(attribute)));
      }
    }
    return (clause("SET", sets)
            + clause("REMOVE", removes)
            + clause("ADD", adds)
            + clause("DELETE", deletes))
        .strip();
  }

  private static String clause(String word, List<String> actions) {
    return actions.isEmpty() ? "" : word + " " + String.join(", ", actions) + " ";
  }

  /** A projection. */
  String projection() {
    var paths = new ArrayList<String>();
    for (String attribute : gen.distinct(4, () -> any(Set.of()))) {
      paths.add(
          switch (attribute) {
            case "m" -> name("m") + gen.oneOf("", ".x", ".y");
            case "li" -> name("li") + gen.oneOf("", "[0]", "[1]");
            default -> name(attribute);
          });
    }
    return String.join(", ", paths);
  }

  /** Adds names and values to a request or a part of one. */
  void addTo(Map<String, @Nullable Object> body) {
    if (!attributeNames.isEmpty()) {
      body.put("ExpressionAttributeNames", attributeNames);
    }
    if (!attributeValues.isEmpty()) {
      body.put("ExpressionAttributeValues", attributeValues);
    }
  }
}
