package dev.gramme.conformance.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.conformance.support.Json;
import dev.gramme.conformance.support.RawResponse;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The expected answer of a step.
 *
 * <ul>
 *   <li>{@code 200} and, on the lines after it, the whole body; without lines, any body is
 *       accepted.
 *   <li>{@code 200 has} and the members that the body must have among others.
 *   <li>{@code 200 empty}: a body of no bytes.
 *   <li>{@code 200 unordered} and the whole body; the order in arrays does not matter.
 *   <li>{@code 400 Name: text}, and on the lines after it further members of the error; {@code 400
 *       Name} if the error has no text.
 * </ul>
 *
 * In texts and in JSON strings {@code <...>} matches any text; a JSON string that is only {@code
 * <...>} matches any value. Numbers are compared by value.
 */
final class Expectation {
  private static final String ANYTHING = "<...>";

  private Expectation() {}

  /** Fails unless the answer is as expected. */
  static void check(List<String> expected, RawResponse response) {
    var head = expected.getFirst();
    var body = String.join("\n", expected.subList(1, expected.size()));
    if (head.startsWith("200")) {
      assertThat(response.status() + " " + response.text()).startsWith("200");
      checkBody(head.substring(3).strip(), body, response);
    } else {
      assertThat(error(response)).matches(text -> fits(head, text), "is " + head);
      if (!body.isEmpty()) {
        checkBody("has", body, response);
      }
    }
  }

  /** The expectation that an answer fits exactly. */
  static List<String> of(RawResponse response) {
    return response.status() == 200
        ? List.of("200", response.text())
        : List.of(error(response).replace("\n", "\\n"));
  }

  private static String error(RawResponse response) {
    var text = response.errorText();
    return response.status() + " " + response.errorType() + (text.isEmpty() ? "" : ": " + text);
  }

  private static void checkBody(String mode, String expected, RawResponse response) {
    if (mode.equals("empty")) {
      assertThat(response.text()).isEmpty();
      return;
    }
    if (expected.isEmpty()) {
      return;
    }
    var wanted = Json.parse(expected);
    var given = Json.parse(response.text());
    switch (mode) {
      case "" -> assertThat(fits(wanted, given)).as(comparison(wanted, given)).isTrue();
      case "has" -> assertThat(has(wanted, given)).as(comparison(wanted, given)).isTrue();
      case "unordered" ->
          assertThat(fits(sorted(wanted), sorted(given))).as(comparison(wanted, given)).isTrue();
      default -> throw new IllegalArgumentException("unknown way to compare: " + mode);
    }
  }

  private static String comparison(@Nullable Object wanted, @Nullable Object given) {
    return "expected " + Json.text(wanted) + "\nbut got  " + Json.text(given) + "\n";
  }

  private static boolean has(@Nullable Object wanted, @Nullable Object given) {
    if (wanted instanceof Map<?, ?> && given instanceof Map<?, ?>) {
      var members = Json.members(given);
      return Json.members(wanted).entrySet().stream()
          .allMatch(member ->
              members.containsKey(member.getKey())
                  && fits(member.getValue(), members.get(member.getKey())));
    }
    return fits(wanted, given);
  }

  private static boolean fits(@Nullable Object wanted, @Nullable Object given) {
    return switch (wanted) {
      case null -> given == null;
      case String text ->
          text.equals(ANYTHING) || (given instanceof String other && fits(text, other));
      case BigDecimal number -> given instanceof BigDecimal other && number.compareTo(other) == 0;
      case Map<?, ?> map ->
          given instanceof Map<?, ?> other
              && map.keySet().equals(other.keySet())
              && map.entrySet().stream()
                  .allMatch(member -> fits(member.getValue(), other.get(member.getKey())));
      case List<?> list -> {
        if (!(given instanceof List<?> other) || list.size() != other.size()) {
          yield false;
        }
        yield IntStream.range(0, list.size()).allMatch(i -> fits(list.get(i), other.get(i)));
      }
      default -> wanted.equals(given);
    };
  }

  private static boolean fits(String wanted, String given) {
    if (!wanted.contains(ANYTHING)) {
      return wanted.equals(given);
    }
    var pattern =
        Pattern.compile(Pattern.quote(ANYTHING))
            .splitAsStream(wanted + " ")
            .map(part -> Pattern.quote(part))
            .collect(Collectors.joining(".*"));
    return Pattern.compile(pattern, Pattern.DOTALL).matcher(given + " ").matches();
  }

  private static @Nullable Object sorted(@Nullable Object value) {
    return switch (value) {
      case Map<?, ?> map -> {
        var result = new LinkedHashMap<String, @Nullable Object>();
        Json.members(map).entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .forEach(member -> result.put(member.getKey(), sorted(member.getValue())));
        yield result;
      }
      case List<?> list -> {
        var result = new ArrayList<@Nullable Object>();
        list.forEach(element -> result.add(sorted(element)));
        result.sort(Comparator.comparing(Json::text));
        yield result;
      }
      case null -> null;
      default -> value;
    };
  }
}
