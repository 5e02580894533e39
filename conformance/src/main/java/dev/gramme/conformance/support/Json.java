package dev.gramme.conformance.support;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * JSON as plain maps, lists, strings, numbers, booleans and null. The tests have their own reader
 * and writer, so that they do not share a bug with the server's codec.
 */
public final class Json {
  /** An item has at most 400 KB, and so has the name of an attribute. */
  private static final int LONGEST_NAME = 400 << 10;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder().maxNameLength(LONGEST_NAME).build())
          .build();

  private Json() {}

  /** Parses a JSON value. */
  public static @Nullable Object parse(String text) {
    try (var parser = FACTORY.createParser(text)) {
      parser.nextToken();
      var value = read(parser);
      if (parser.nextToken() != null) {
        throw new IllegalArgumentException("more than one JSON value: " + text);
      }
      return value;
    } catch (IOException e) {
      throw new UncheckedIOException("not JSON: " + text, e);
    }
  }

  /** Parses a JSON object. */
  public static Map<String, @Nullable Object> object(String text) {
    return members(Objects.requireNonNull(parse(text)));
  }

  /** Casts a value that is known to be an object. */
  @SuppressWarnings("unchecked")
  public static Map<String, @Nullable Object> members(Object value) {
    return (Map<String, @Nullable Object>) value;
  }

  /** Casts a value that is known to be an array. */
  @SuppressWarnings("unchecked")
  public static List<@Nullable Object> elements(Object value) {
    return (List<@Nullable Object>) value;
  }

  /** A required member. */
  public static Object member(Map<String, @Nullable Object> object, String name) {
    return Objects.requireNonNull(object.get(name), name);
  }

  /** A value as JSON without white space. */
  public static String text(@Nullable Object value) {
    var out = new StringWriter();
    try (var generator = FACTORY.createGenerator(out)) {
      write(value, generator);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString();
  }

  private static @Nullable Object read(JsonParser parser) throws IOException {
    return switch (Objects.requireNonNull(parser.currentToken(), "empty JSON")) {
      case START_OBJECT -> {
        var members = new LinkedHashMap<String, @Nullable Object>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
          var name = parser.currentName();
          parser.nextToken();
          members.put(name, read(parser));
        }
        yield members;
      }
      case START_ARRAY -> {
        var elements = new ArrayList<@Nullable Object>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          elements.add(read(parser));
        }
        yield elements;
      }
      case VALUE_STRING -> parser.getText();
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getDecimalValue().stripTrailingZeros();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      default -> throw new IOException("unexpected token");
    };
  }

  private static void write(@Nullable Object value, JsonGenerator out) throws IOException {
    switch (value) {
      case null -> out.writeNull();
      case Map<?, ?> map -> {
        out.writeStartObject();
        for (var member : map.entrySet()) {
          out.writeFieldName((String) Objects.requireNonNull(member.getKey()));
          write(member.getValue(), out);
        }
        out.writeEndObject();
      }
      case List<?> list -> {
        out.writeStartArray();
        for (var element : list) {
          write(element, out);
        }
        out.writeEndArray();
      }
      case String text -> out.writeString(text);
      case Integer number -> out.writeNumber(number);
      case Long number -> out.writeNumber(number);
      case Double number -> out.writeNumber(number);
      case BigDecimal number -> out.writeNumber(number.toPlainString());
      case Boolean flag -> out.writeBoolean(flag);
      default -> throw new IllegalArgumentException("not JSON: " + value.getClass());
    }
  }
}
