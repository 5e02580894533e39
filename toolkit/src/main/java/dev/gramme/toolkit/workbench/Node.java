package dev.gramme.toolkit.workbench;

import dev.gramme.toolkit.json.Json;
import dev.gramme.toolkit.json.JsonException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A position in a document, with its path for error messages. */
record Node(String path, Json json) {

  /** A required member. */
  Node member(String name) {
    return optional(name).orElseThrow(() -> wrong("has no " + name));
  }

  /** An optional member. */
  Optional<Node> optional(String name) {
    return object()
        .member(name)
        .filter(value -> !(value instanceof Json.Nothing))
        .map(value -> new Node(path.isEmpty() ? name : path + "." + name, value));
  }

  /** The elements of an array member; empty if the member is missing. */
  List<Node> elements(String name) {
    return optional(name).map(Node::elements).orElse(List.of());
  }

  List<Node> elements() {
    if (!(json instanceof Json.Elements array)) {
      throw wrong("is not an array");
    }
    var nodes = new ArrayList<Node>();
    for (int i = 0; i < array.elements().size(); i++) {
      nodes.add(new Node(path + "[" + i + "]", array.elements().get(i)));
    }
    return nodes;
  }

  String text() {
    if (json instanceof Json.Text text) {
      return text.value();
    }
    throw wrong("is not a string");
  }

  /** A constant of an enum. */
  <E extends Enum<E>> E constant(Class<E> type) {
    String text = text();
    for (E constant : type.getEnumConstants()) {
      if (constant.name().equals(text)) {
        return constant;
      }
    }
    throw wrong("is none of " + List.of(type.getEnumConstants()) + ": " + text);
  }

  long number() {
    if (json instanceof Json.Figure number && number.digits().matches("\\d{1,18}")) {
      return Long.parseLong(number.digits());
    }
    throw wrong("is not a whole number");
  }

  Json.Members object() {
    if (json instanceof Json.Members object) {
      return object;
    }
    throw wrong("is not an object");
  }

  /** All members except these. */
  Json.Members without(Set<String> names) {
    Map<String, Json> others = new LinkedHashMap<>(object().members());
    others.keySet().removeAll(names);
    return new Json.Members(others);
  }

  JsonException wrong(String what) {
    return new JsonException((path.isEmpty() ? "the model" : path) + " " + what);
  }
}
