package dev.gramme.wire;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.gramme.model.ApiError;
import dev.gramme.wire.TypeMismatch.Place;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Turns the JSON of a request into the structure of its operation, in one pass and without a tree
 * in between. Unknown members are ignored, a null member counts as absent, and the last of several
 * of one name counts.
 *
 * <p>Malformed JSON is reported before members of the wrong type, wherever in the body they stand,
 * so a mistyped member is held back until the rest of the body is seen to be JSON.
 */
public final class RequestDecoder {
  private final JsonParser parser;
  private final ValueReader values;

  private RequestDecoder(JsonParser parser) {
    this.parser = parser;
    this.values = new ValueReader(parser);
  }

  /**
   * Decodes a body.
   *
   * @throws ApiError a SerializationException: without text if the body is not one JSON object (or
   *     empty), else with the text about the first member of the wrong type
   */
  public static Structure decode(byte[] body, int offset, int length, StructureShape shape) {
    try (JsonParser parser = JsonSyntax.open(body, offset, length)) {
      try {
        Structure structure = new RequestDecoder(parser).structure(shape);
        JsonSyntax.finish(parser);
        return structure;
      } catch (ApiError mistyped) {
        JsonSyntax.finish(parser);
        throw mistyped;
      }
    } catch (IOException malformed) {
      throw JsonSyntax.malformed();
    }
  }

  private Structure structure(StructureShape shape) throws IOException {
    var structure = new Structure(shape);
    String name;
    while ((name = parser.nextFieldName()) != null) {
      Member<?> member = shape.member(name);
      JsonToken token = parser.nextToken();
      if (member == null) {
        parser.skipChildren();
      } else {
        if (token == JsonToken.VALUE_NULL && shape.isStrict()) {
          refuseNull(member);
        }
        structure.set(
            member,
            token == JsonToken.VALUE_NULL ? null : value(member.shape(), token, Place.FIELD));
      }
    }
    if (shape.isStrict()) {
      refuseMissing(structure);
    }
    return structure;
  }

  /** What is said of a null that is no string is not known (November 2026). */
  private void refuseNull(Member<?> member) {
    if (member.isRequired() && member.shape() instanceof StringShape) {
      throw TypeMismatch.error("invalid type: null, expected a string" + place());
    }
  }

  private void refuseMissing(Structure structure) {
    for (Member<?> member : structure.shape().members()) {
      if (member.isRequired() && !structure.has(member)) {
        throw ApiError.validation("missing field `" + member.name() + "`" + place());
      }
    }
  }

  /** How far the JSON has been read. */
  private String place() {
    JsonLocation location = parser.currentLocation();
    return " at line " + location.getLineNr() + " column " + (location.getColumnNr() - 1);
  }

  private Object value(Shape<?> shape, JsonToken token, Place place) throws IOException {
    return switch (shape) {
      case StringShape string -> ScalarReader.string(parser, token);
      case NumberShape<?> number -> ScalarReader.number(parser, token, number);
      case Shape.BooleanShape bool -> ScalarReader.bool(parser, token);
      case Shape.BlobShape blob -> ScalarReader.blob(parser, token);
      case Shape.TimestampShape timestamp -> ScalarReader.timestamp(parser, token);
      case Shape.AttributeValueShape value -> values.value(token, place);
      case Shape.ItemShape item -> values.item(token, place);
      case ListShape<?> list -> list(list, token, place);
      case MapShape<?> map -> map(map, token, place);
      case StructureShape structure -> {
        if (token != JsonToken.START_OBJECT) {
          throw TypeMismatch.of(shape, token, place);
        }
        yield structure(structure);
      }
    };
  }

  private List<Object> list(ListShape<?> shape, JsonToken token, Place place) throws IOException {
    if (token != JsonToken.START_ARRAY) {
      throw TypeMismatch.of(shape, token, place);
    }
    var elements = new ArrayList<Object>();
    JsonToken next;
    while ((next = parser.nextToken()) != JsonToken.END_ARRAY) {
      // Nulls are left out: what the service says to them is not known (2026).
      if (next != JsonToken.VALUE_NULL) {
        elements.add(value(shape.element(), next, Place.ELEMENT));
      }
    }
    return elements;
  }

  private Map<String, Object> map(MapShape<?> shape, JsonToken token, Place place)
      throws IOException {
    if (token != JsonToken.START_OBJECT) {
      throw TypeMismatch.of(shape, token, place);
    }
    var entries = new LinkedHashMap<String, Object>();
    String name;
    while ((name = parser.nextFieldName()) != null) {
      JsonToken next = parser.nextToken();
      if (next != JsonToken.VALUE_NULL) {
        entries.put(name, value(shape.value(), next, Place.ELEMENT));
      }
    }
    return entries;
  }
}
