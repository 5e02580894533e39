package dev.gramme.wire;

import com.fasterxml.jackson.core.JsonToken;
import dev.gramme.model.ApiError;
import dev.gramme.model.Binary;
import dev.gramme.model.budget.HeapSize;
import dev.gramme.model.budget.RequestBudget;
import dev.gramme.wire.JsonReader.Malformed;
import dev.gramme.wire.TypeMismatch.Place;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Decodes the JSON of a request into the structure of its operation, in one pass and without an
 * intermediate tree. Unknown members are ignored. A null member is treated as absent. If several
 * members have the same name, the last one is used.
 *
 * <p>Malformed JSON is reported before a member of the wrong type, independent of their positions.
 * So the error about a mistyped member is thrown only after the rest of the body has been checked.
 */
public final class RequestDecoder {
  /**
   * The number of elements that the decoder keeps of a list or map whose shape allows fewer, so
   * that the request will be rejected. It is much more than the error message shows.
   */
  static final int MAX_KEPT_OF_INVALID = 1 << 16;

  private static final int STRUCTURE_BYTES = 40;

  /**
   * An estimate of the heap that operations use for a string in a list or map, for example for a
   * path and entries of sets.
   */
  private static final int DERIVED_BYTES = 200;

  private final byte[] body;
  private final int offset;
  private final JsonReader json;
  private final RequestBudget budget;
  private final ValueReader values;

  private RequestDecoder(byte[] body, int offset, int length, RequestBudget budget)
      throws Malformed {
    this.body = body;
    this.offset = offset;
    this.json = JsonSyntax.open(body, offset, length);
    this.budget = budget;
    this.values = new ValueReader(json, budget);
  }

  /**
   * Decodes a trusted body, or one whose size is limited elsewhere, without a budget.
   *
   * @throws ApiError a SerializationException, see {@link #decode(byte[], int, int, StructureShape,
   *     RequestBudget)}
   */
  public static Structure decode(byte[] body, int offset, int length, StructureShape shape) {
    return decode(body, offset, length, shape, RequestBudget.unlimited());
  }

  /**
   * Decodes a body.
   *
   * @param budget reserves the heap of the growing structure, and is charged one step for each byte
   *     of the body
   * @throws ApiError a SerializationException: without a message if the body is not exactly one
   *     JSON object, else with a message about the first member of the wrong type; a
   *     ThrottlingException if the memory budget is exhausted
   */
  public static Structure decode(
      byte[] body, int offset, int length, StructureShape shape, RequestBudget budget) {
    budget.spend(length);
    try {
      var decoder = new RequestDecoder(body, offset, length, budget);
      try {
        Structure structure = decoder.structure(shape);
        structure.setValueLevels(decoder.values.levels());
        decoder.json.finish();
        return structure;
      } catch (ApiError mistyped) {
        decoder.json.finish();
        throw mistyped;
      }
    } catch (Malformed malformed) {
      throw JsonSyntax.malformed();
    }
  }

  private Structure structure(StructureShape shape) throws Malformed {
    budget.reserve(STRUCTURE_BYTES + (long) HeapSize.ELEMENT * shape.members().size());
    var structure = new Structure(shape);
    String name;
    while ((name = json.nextName()) != null) {
      Member<?> member = shape.member(name);
      JsonToken token = json.nextValue();
      if (member == null) {
        json.skipChildren();
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

  /**
   * Rejects null as the value of a required member, with the message of SearchVectors (August
   * 2026).
   */
  private void refuseNull(Member<?> member) {
    if (member.isRequired()) {
      throw TypeMismatch.error(
          "invalid type: null, expected " + expected(member.shape()) + place());
    }
  }

  private static String expected(Shape<?> shape) {
    return switch (shape) {
      case StringShape string -> "a string";
      case ListShape<?> list -> "a sequence";
      case NumberShape<?> number -> "i32";
      case Shape.BooleanShape _,
          Shape.BlobShape _,
          Shape.TimestampShape _,
          Shape.AttributeValueShape _,
          Shape.ItemShape _,
          MapShape<?> _,
          StructureShape _ ->
          throw new IllegalStateException(
              "the service's message is not known for type " + shape.typeName());
    };
  }

  private void refuseMissing(Structure structure) {
    for (Member<?> member : structure.shape().members()) {
      if (member.isRequired() && !structure.has(member)) {
        throw ApiError.validation("missing field `" + member.name() + "`" + place());
      }
    }
  }

  /** The current position in the JSON, for an error message. */
  private String place() {
    int line = 1;
    int column = 0;
    int end = offset + json.offset();
    for (int at = offset; at < end; at++) {
      column++;
      if (body[at] == '\n' || (body[at] == '\r' && body[at + 1] != '\n')) {
        line++;
        column = 0;
      }
    }
    return " at line " + line + " column " + column;
  }

  private Object value(Shape<?> shape, JsonToken token, Place place) throws Malformed {
    return switch (shape) {
      case StringShape string -> {
        String text = ScalarReader.string(json, token);
        budget.reserve(HeapSize.of(text) + (place == Place.ELEMENT ? DERIVED_BYTES : 0));
        yield text;
      }
      case NumberShape<?> number -> ScalarReader.number(json, token, number);
      case Shape.BooleanShape bool -> ScalarReader.bool(json, token);
      case Shape.BlobShape blob -> {
        Binary bytes = ScalarReader.blob(json, token);
        budget.reserve(HeapSize.BINARY + (long) bytes.length());
        yield bytes;
      }
      case Shape.TimestampShape timestamp -> ScalarReader.timestamp(json, token);
      case Shape.AttributeValueShape value -> values.value(token, place);
      case Shape.ItemShape item -> values.item(item, token, place);
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

  private List<Object> list(ListShape<?> shape, JsonToken token, Place place) throws Malformed {
    if (token != JsonToken.START_ARRAY) {
      throw TypeMismatch.of(shape, token, place);
    }
    budget.reserve(HeapSize.LIST);
    int maxKept = maxKept(shape.size());
    var elements = new ArrayList<Object>();
    JsonToken next;
    while ((next = json.nextValue()) != JsonToken.END_ARRAY) {
      // Nulls are ignored. The behaviour of the service is not known (2026).
      if (next != JsonToken.VALUE_NULL) {
        long before = budget.usedBytes();
        Object element = value(shape.element(), next, Place.ELEMENT);
        if (elements.size() < maxKept) {
          budget.reserve(HeapSize.ELEMENT);
          elements.add(element);
        } else {
          budget.release(budget.usedBytes() - before);
        }
      }
    }
    return elements;
  }

  /** The maximum number of elements that are kept. */
  private static int maxKept(Bounds size) {
    return Math.max(size.max(), size.currentMax()) < MAX_KEPT_OF_INVALID
        ? MAX_KEPT_OF_INVALID
        : Integer.MAX_VALUE;
  }

  private Map<String, Object> map(MapShape<?> shape, JsonToken token, Place place)
      throws Malformed {
    if (token != JsonToken.START_OBJECT) {
      throw TypeMismatch.of(shape, token, place);
    }
    budget.reserve(HeapSize.ITEM);
    int maxKept = maxKept(shape.size());
    var entries = new LinkedHashMap<String, Object>();
    String name;
    while ((name = json.nextName()) != null) {
      JsonToken next = json.nextValue();
      if (next != JsonToken.VALUE_NULL) {
        long before = budget.usedBytes();
        Object value = value(shape.value(), next, Place.ELEMENT);
        if (entries.size() < maxKept || entries.containsKey(name)) {
          budget.reserve(HeapSize.ENTRY + HeapSize.of(name));
          entries.put(name, value);
        } else {
          budget.release(budget.usedBytes() - before);
        }
      }
    }
    return entries;
  }
}
