package dev.gramme.apps.patterns;

import dev.gramme.toolkit.Page;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Formats values for the catalogue: short, on one line, and reproducible. */
final class ShownText {
  private static final int MAX_RESULT = 220;

  private ShownText() {}

  /** A text without line breaks, and with its end left out if it is longer. */
  static String shortened(String text, int longest) {
    String line = text.replace("\n", " ");
    return line.length() > longest ? line.substring(0, longest - 1) + "…" : line;
  }

  /** An attribute value. Sets and maps are sorted; binary values are shown as their length. */
  static String of(AttributeValue value) {
    return switch (value.type()) {
      case S -> value.s();
      case N -> value.n();
      case B -> value.b().asByteArrayUnsafe().length + " bytes";
      case BOOL -> value.bool().toString();
      case NUL -> "null";
      case SS -> new TreeSet<>(value.ss()).toString();
      case NS -> new TreeSet<>(value.ns()).toString();
      case BS -> value.bs().size() + " byte strings";
      case L -> value.l().stream().map(ShownText::of).collect(Collectors.joining(", ", "[", "]"));
      case M -> of(value.m());
      case UNKNOWN_TO_SDK_VERSION -> "?";
    };
  }

  private static String of(Map<?, ?> map) {
    var text = new TreeMap<String, String>();
    map.forEach((key, value) -> text.put(String.valueOf(key), of(value)));
    return text.entrySet().stream()
        .map(entry -> entry.getKey() + ": " + entry.getValue())
        .collect(Collectors.joining(", ", "{", "}"));
  }

  /** The result of a call, shortened. */
  static String ofResult(Call call) {
    return shortened(of(call.result()), MAX_RESULT);
  }

  /** A result. */
  static String of(Object result) {
    return switch (result) {
      case AttributeValue value -> of(value);
      case Optional<?> optional -> optional.map(ShownText::of).orElse("nothing");
      case Map<?, ?> map -> of(map);
      case byte[] bytes -> bytes.length + " bytes";
      case Page<?> page -> of(page.items()) + (page.next().isPresent() ? " and more" : "");
      case Collection<?> several -> {
        List<String> texts = new ArrayList<>();
        several.forEach(one -> texts.add(of(one)));
        yield String.join(", ", texts);
      }
      default -> result.toString();
    };
  }
}
