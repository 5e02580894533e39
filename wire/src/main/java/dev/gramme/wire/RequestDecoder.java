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
 * Turns the JSON of a request into the structure of its operation, in one pass and without a tree
 * in between. Unknown members are ignored, a null member counts as absent, and the last of several
 * of one name counts.
 *
 * <p>Malformed JSON is reported before members of the wrong type, wherever in the body they stand,
 * so a mistyped member is held back until the rest of the body is seen to be JSON.
 */
public final class RequestDecoder {
  /**
   * The most elements of a list or map that are kept where its shape allows fewer, and it will be
   * refused: many more than a message shows.
   */
  static final int MOST_SURPLUS = 1 << 16;

  private static final int STRUCTURE = 40;

  /** What operations make of a string in a list or map: a path, entries of sets. */
  private static final int DERIVED = 200;

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
   * Decodes a body of this process's own, or one that is bounded otherwise.
   *
   * @throws ApiError as with a budget
   */
  public static Structure decode(byte[] body, int offset, int length, StructureShape shape) {
    return decode(body, offset, length, shape, RequestBudget.unlimited());
  }

  /**
   * Decodes a body.
   *
   * @param budget reserves the heap that the structure takes, while it grows; a step is spent for
   *     each byte of the body
   * @throws ApiError a SerializationException: without text if the body is not one JSON object (or
   *     empty), else with the text about the first member of the wrong type; or a
   *     ThrottlingException if the process has no memory left
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
    budget.reserve(STRUCTURE + (long) HeapSize.ELEMENT * shape.members().size());
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

  /** A null in place of a required member, as SearchVectors names it (August 2026). */
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
          throw new IllegalStateException("no text is known for " + shape.typeName());
    };
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
        budget.reserve(HeapSize.of(text) + (place == Place.ELEMENT ? DERIVED : 0));
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
    int most = most(shape.size());
    var elements = new ArrayList<Object>();
    JsonToken next;
    while ((next = json.nextValue()) != JsonToken.END_ARRAY) {
      // Nulls are left out: what the service says to them is not known (2026).
      if (next != JsonToken.VALUE_NULL) {
        long before = budget.usedBytes();
        Object element = value(shape.element(), next, Place.ELEMENT);
        if (elements.size() < most) {
          budget.reserve(HeapSize.ELEMENT);
          elements.add(element);
        } else {
          budget.release(budget.usedBytes() - before);
        }
      }
    }
    return elements;
  }

  /** How many elements are kept. */
  private static int most(Bounds size) {
    return Math.max(size.max(), size.currentMax()) < MOST_SURPLUS
        ? MOST_SURPLUS
        : Integer.MAX_VALUE;
  }

  private Map<String, Object> map(MapShape<?> shape, JsonToken token, Place place)
      throws Malformed {
    if (token != JsonToken.START_OBJECT) {
      throw TypeMismatch.of(shape, token, place);
    }
    budget.reserve(HeapSize.ITEM);
    int most = most(shape.size());
    var entries = new LinkedHashMap<String, Object>();
    String name;
    while ((name = json.nextName()) != null) {
      JsonToken next = json.nextValue();
      if (next != JsonToken.VALUE_NULL) {
        long before = budget.usedBytes();
        Object value = value(shape.value(), next, Place.ELEMENT);
        if (entries.size() < most || entries.containsKey(name)) {
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
