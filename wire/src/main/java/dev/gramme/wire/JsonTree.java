package dev.gramme.wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import dev.gramme.wire.JsonValue.Digits;
import dev.gramme.wire.JsonValue.Elements;
import dev.gramme.wire.JsonValue.Flag;
import dev.gramme.wire.JsonValue.Members;
import dev.gramme.wire.JsonValue.Null;
import dev.gramme.wire.JsonValue.Position;
import dev.gramme.wire.JsonValue.Text;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Optional;

/** Parses a text into a {@link JsonValue}. */
final class JsonTree {
  // Names from clients must not enter a table that requests share.
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .recyclerPool(JsonRecyclerPools.nonRecyclingPool())
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .streamReadConstraints(
              StreamReadConstraints.builder().maxNestingDepth(JsonValue.MAX_NESTING).build())
          .build();

  private JsonTree() {}

  static Optional<JsonValue> parse(String text) {
    try (JsonParser parser = FACTORY.createParser(text)) {
      parser.nextToken();
      JsonValue value = read(parser);
      return parser.nextToken() == null ? Optional.of(value) : Optional.empty();
    } catch (IOException malformed) {
      return Optional.empty();
    }
  }

  private static JsonValue read(JsonParser parser) throws IOException {
    JsonToken token = parser.currentToken();
    if (token == null) {
      throw new IOException("the text ends early");
    }
    var location = parser.currentTokenLocation();
    var position = new Position(location.getLineNr(), location.getColumnNr());
    return switch (token) {
      case START_OBJECT -> members(parser, position);
      case START_ARRAY -> elements(parser, position);
      case VALUE_STRING -> new Text(position, parser.getText());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Digits(position, parser.getText());
      case VALUE_TRUE -> new Flag(position, true);
      case VALUE_FALSE -> new Flag(position, false);
      case VALUE_NULL -> new Null(position);
      case NOT_AVAILABLE, END_OBJECT, END_ARRAY, FIELD_NAME, VALUE_EMBEDDED_OBJECT ->
          throw new IOException("unexpected " + token);
    };
  }

  private static JsonValue members(JsonParser parser, Position position) throws IOException {
    var values = new LinkedHashMap<String, JsonValue>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      values.put(name, read(parser));
    }
    return new Members(position, values);
  }

  private static JsonValue elements(JsonParser parser, Position position) throws IOException {
    var values = new ArrayList<JsonValue>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      values.add(read(parser));
    }
    return new Elements(position, values);
  }
}
