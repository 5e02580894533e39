package dev.gramme.expression;

import dev.gramme.model.AttributeValue;
import dev.gramme.model.Binary;
import dev.gramme.model.DynamoNumber;
import dev.gramme.model.Item;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Attribute values in the short form of the case files: {@code 1.5}, {@code "text"}, {@code
 * b"AAE="}, {@code true}, {@code null}, {@code [1, 2]}, {@code {a: 1}}, {@code ss["a"]}, {@code
 * ns[1]}, {@code bs["AA=="]}.
 */
final class Literal {
  private final String text;
  private int at;

  private Literal(String text) {
    this.text = text;
  }

  static AttributeValue value(String text) {
    var literal = new Literal(text);
    AttributeValue value = literal.value();
    literal.end();
    return value;
  }

  static Item item(String text) {
    return ((AttributeValue.M) value(text)).entries();
  }

  static String format(Item item) {
    return item.attributes().entrySet().stream()
        .sorted(java.util.Map.Entry.comparingByKey())
        .map(entry -> entry.getKey() + ": " + format(entry.getValue()))
        .collect(Collectors.joining(", ", "{", "}"));
  }

  static String format(AttributeValue value) {
    return switch (value) {
      case AttributeValue.S s -> quoted(s.value());
      case AttributeValue.N n -> DynamoNumber.format(n.value());
      case AttributeValue.B b -> "b" + quoted(b.value().toBase64());
      case AttributeValue.Bool bool -> String.valueOf(bool.value());
      case AttributeValue.Null nothing -> "null";
      case AttributeValue.SS set -> "ss" + set.members().stream().map(Literal::quoted).toList();
      case AttributeValue.NS set ->
          "ns" + set.members().stream().map(DynamoNumber::format).toList();
      case AttributeValue.BS set ->
          "bs" + set.members().stream().map(member -> quoted(member.toBase64())).toList();
      case AttributeValue.L list ->
          list.elements().stream().map(Literal::format).toList().toString();
      case AttributeValue.M map -> format(map.entries());
    };
  }

  private static String quoted(String text) {
    return '"' + text + '"';
  }

  private AttributeValue value() {
    blanks();
    if (accept("ss[")) {
      return new AttributeValue.SS(list(this::string));
    }
    if (accept("ns[")) {
      return new AttributeValue.NS(list(this::number));
    }
    if (accept("bs[")) {
      return new AttributeValue.BS(list(() -> Binary.fromBase64(string())));
    }
    if (accept("b\"")) {
      at--;
      return new AttributeValue.B(Binary.fromBase64(string()));
    }
    if (accept("[")) {
      return new AttributeValue.L(list(this::value));
    }
    if (accept("{")) {
      return new AttributeValue.M(entries());
    }
    if (text.charAt(at) == '"') {
      return new AttributeValue.S(string());
    }
    if (accept("true")) {
      return AttributeValue.Bool.TRUE;
    }
    if (accept("false")) {
      return AttributeValue.Bool.FALSE;
    }
    return accept("null") ? AttributeValue.Null.NULL : new AttributeValue.N(number());
  }

  private Item entries() {
    var item = Item.builder();
    blanks();
    while (!accept("}")) {
      int colon = text.indexOf(':', at);
      String name = text.substring(at, colon).strip();
      at = colon + 1;
      item.put(name, value());
      blanks();
      accept(",");
      blanks();
    }
    return item.build();
  }

  private <T> List<T> list(Supplier<T> element) {
    var elements = new ArrayList<T>();
    blanks();
    while (!accept("]")) {
      elements.add(element.get());
      blanks();
      accept(",");
      blanks();
    }
    return elements;
  }

  private String string() {
    int close = text.indexOf('"', at + 1);
    String content = text.substring(at + 1, close);
    at = close + 1;
    return content;
  }

  private BigDecimal number() {
    int from = at;
    while (at < text.length() && "+-.0123456789eE".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    return DynamoNumber.parse(text.substring(from, at));
  }

  private boolean accept(String expected) {
    if (!text.startsWith(expected, at)) {
      return false;
    }
    at += expected.length();
    return true;
  }

  private void blanks() {
    while (at < text.length() && text.charAt(at) == ' ') {
      at++;
    }
  }

  private void end() {
    blanks();
    if (at != text.length()) {
      throw new IllegalArgumentException("unexpected text in a literal: " + text.substring(at));
    }
  }
}
