package dev.gramme.mcp;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The arguments of a call, or an object in them. The SDK has checked them against the tool's
 * schema; the checks here report what a schema cannot express, and what a client without schemas
 * does.
 *
 * @param values the members
 * @param place where the object is, for messages
 */
record Arguments(Map<?, ?> values, String place) {

  private ToolException wrong(String name, String expected) {
    return new ToolException("%s%s must be %s".formatted(place, name, expected));
  }

  boolean has(String name) {
    return values.get(name) != null;
  }

  Optional<String> text(String name) {
    if (!has(name)) {
      return Optional.empty();
    }
    if (values.get(name) instanceof String text && !text.isBlank()) {
      return Optional.of(text);
    }
    throw wrong(name, "a text that is not empty");
  }

  String required(String name) {
    return text(name).orElseThrow(() -> wrong(name, "given"));
  }

  String text(String name, String otherwise) {
    return text(name).orElse(otherwise);
  }

  double number(String name, double otherwise, double least, double most) {
    if (!has(name)) {
      return otherwise;
    }
    if (values.get(name) instanceof Number number
        && number.doubleValue() >= least
        && number.doubleValue() <= most) {
      return number.doubleValue();
    }
    throw wrong(name, "a number from %,.0f to %,.0f".formatted(least, most));
  }

  long whole(String name, long otherwise, long least, long most) {
    double number = number(name, (double) otherwise, (double) least, (double) most);
    if (number != Math.rint(number)) {
      throw wrong(name, "a whole number");
    }
    return (long) number;
  }

  boolean flag(String name) {
    if (!has(name)) {
      return false;
    }
    if (values.get(name) instanceof Boolean flag) {
      return flag;
    }
    throw wrong(name, "true or false");
  }

  List<String> texts(String name) {
    var texts = new ArrayList<String>();
    for (Object element : list(name)) {
      if (!(element instanceof String text) || text.isBlank()) {
        throw wrong(name, "a list of texts");
      }
      texts.add(text);
    }
    return texts;
  }

  List<Arguments> objects(String name) {
    var objects = new ArrayList<Arguments>();
    for (Object element : list(name)) {
      if (!(element instanceof Map<?, ?> members)) {
        throw wrong(name, "a list of objects");
      }
      objects.add(new Arguments(members, "%s%s[%d].".formatted(place, name, objects.size())));
    }
    return objects;
  }

  private List<?> list(String name) {
    if (!has(name)) {
      return List.of();
    }
    if (values.get(name) instanceof List<?> list) {
      return list;
    }
    throw wrong(name, "a list");
  }

  Map<String, String> names(String name) {
    var names = new TreeMap<String, String>();
    object(name)
        .forEach((key, value) -> {
          if (!(value instanceof String text)) {
            throw wrong(name, "an object of texts");
          }
          names.put(String.valueOf(key), text);
        });
    return names;
  }

  /** An object in DynamoDB's JSON. */
  Map<String, AttributeValue> item(String name) {
    return Values.item(object(name), place + name);
  }

  private Map<?, ?> object(String name) {
    if (!has(name)) {
      return Map.of();
    }
    if (values.get(name) instanceof Map<?, ?> members) {
      return members;
    }
    throw wrong(name, "an object");
  }
}
