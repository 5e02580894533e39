package dev.gramme.wire;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeType;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.AttributeValue.B;
import dev.gramme.model.AttributeValue.BS;
import dev.gramme.model.AttributeValue.Bool;
import dev.gramme.model.AttributeValue.L;
import dev.gramme.model.AttributeValue.M;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.NS;
import dev.gramme.model.AttributeValue.Null;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.AttributeValue.SS;
import dev.gramme.model.Binary;
import dev.gramme.model.DynamoNumber;
import dev.gramme.model.Item;
import dev.gramme.wire.TypeMismatch.Place;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads attribute values straight into the model's types. JSON of the wrong type is an error at
 * once; a value that only means nothing becomes a {@link ValueFault}: the methods that read then
 * give null and leave the fault behind.
 */
final class ValueReader {
  /** As many lists and maps may stand around a leaf; observed in October 2026. */
  static final int MAX_DEPTH = 31;

  private static final Shape<WireValue> VALUE = Shape.attributeValue();
  private static final Shape<WireItem> ITEM = Shape.item();
  private static final ListShape<String> STRINGS = Shape.list(Shape.string());
  private static final ListShape<Binary> BLOBS = Shape.list(Shape.blob());
  private static final ListShape<WireValue> VALUES = Shape.list(VALUE);

  private final JsonParser parser;
  private @Nullable ValueFault fault;

  ValueReader(JsonParser parser) {
    this.parser = parser;
  }

  /** The value that begins with the token. */
  WireValue value(JsonToken token, Place place) throws IOException {
    AttributeValue value = value(token, place, 0);
    return value == null ? WireValue.faulty(takeFault()) : WireValue.of(value);
  }

  /** The map of values that begins with the token. */
  WireItem item(JsonToken token, Place place) throws IOException {
    if (token != JsonToken.START_OBJECT) {
      throw TypeMismatch.of(ITEM, token, place);
    }
    var builder = new WireItem.Builder();
    String name;
    while ((name = parser.nextFieldName()) != null) {
      JsonToken first = parser.nextToken();
      if (first == JsonToken.VALUE_NULL) {
        builder.put(name, ValueFault.ABSENT);
        continue;
      }
      AttributeValue value = value(first, Place.ELEMENT, 0);
      if (value == null) {
        builder.put(name, takeFault());
      } else if (name.isEmpty()) {
        builder.put(name, ValueFault.EMPTY_NAME);
      } else {
        builder.put(name, value);
      }
    }
    return builder.build();
  }

  private ValueFault takeFault() {
    if (fault == null) {
      throw new IllegalStateException("neither value nor fault");
    }
    ValueFault taken = fault;
    fault = null;
    return taken;
  }

  private @Nullable AttributeValue value(JsonToken token, Place place, int depth)
      throws IOException {
    if (token != JsonToken.START_OBJECT) {
      throw TypeMismatch.of(VALUE, token, place);
    }
    AttributeType only = null;
    boolean several = false;
    AttributeValue found = null;
    Map<AttributeType, ValueFault> faults = null;
    String name;
    while ((name = parser.nextFieldName()) != null) {
      AttributeType type = type(name);
      JsonToken first = parser.nextToken();
      if (type == null) {
        parser.skipChildren();
        continue;
      }
      if (first == JsonToken.VALUE_NULL) {
        continue;
      }
      several |= only != null && only != type;
      only = type;
      found = ofType(type, first, depth);
      if (found == null) {
        faults = faults == null ? new EnumMap<>(AttributeType.class) : faults;
        faults.put(type, takeFault());
      } else if (faults != null) {
        faults.remove(type);
      }
    }
    if (faults != null && !faults.isEmpty()) {
      return faulty(first(faults));
    }
    return found == null
        ? faulty(ValueFault.EMPTY)
        : several ? faulty(ValueFault.SEVERAL_TYPES) : found;
  }

  /** The fault that the service finds first. */
  private static ValueFault first(Map<AttributeType, ValueFault> faults) {
    return faults.entrySet().stream()
        .min(Comparator.comparing(entry -> rank(entry.getKey(), entry.getValue())))
        .orElseThrow()
        .getValue();
  }

  private static ValueFault.Kind rank(AttributeType type, ValueFault fault) {
    boolean nested = type == AttributeType.L || type == AttributeType.M;
    return nested ? ValueFault.Kind.NESTING : fault.kind();
  }

  private static @Nullable AttributeType type(String name) {
    return switch (name) {
      case "S" -> AttributeType.S;
      case "N" -> AttributeType.N;
      case "B" -> AttributeType.B;
      case "SS" -> AttributeType.SS;
      case "NS" -> AttributeType.NS;
      case "BS" -> AttributeType.BS;
      case "BOOL" -> AttributeType.BOOL;
      case "NULL" -> AttributeType.NULL;
      case "L" -> AttributeType.L;
      case "M" -> AttributeType.M;
      default -> null;
    };
  }

  private @Nullable AttributeValue ofType(AttributeType type, JsonToken token, int depth)
      throws IOException {
    return switch (type) {
      case S -> new S(ScalarReader.string(parser, token));
      case N -> number(token);
      case B -> new B(ScalarReader.blob(parser, token));
      case SS -> strings(token);
      case NS -> numbers(token);
      case BS -> binaries(token);
      case BOOL -> Bool.of(ScalarReader.bool(parser, token));
      case NULL -> ScalarReader.bool(parser, token) ? Null.NULL : faulty(ValueFault.NULL_FALSE);
      case L -> list(token, depth + 1);
      case M -> map(token, depth + 1);
    };
  }

  private @Nullable AttributeValue faulty(ValueFault found) {
    fault = found;
    return null;
  }

  private @Nullable AttributeValue number(JsonToken token) throws IOException {
    String text = ScalarReader.string(parser, token);
    try {
      return new N(DynamoNumber.parse(text));
    } catch (ApiError invalid) {
      return faulty(ValueFault.number(invalid, text));
    }
  }

  private @Nullable AttributeValue strings(JsonToken token) throws IOException {
    List<String> members = texts(token);
    if (members == null) {
      return faulty(ValueFault.nullMember());
    }
    if (members.isEmpty()) {
      return faulty(ValueFault.EMPTY_SS);
    }
    var set = new SS(members);
    return set.members().size() == members.size()
        ? set
        : faulty(ValueFault.duplicateStrings(members));
  }

  private @Nullable AttributeValue numbers(JsonToken token) throws IOException {
    List<String> texts = texts(token);
    if (texts == null) {
      return faulty(ValueFault.nullMember());
    }
    if (texts.isEmpty()) {
      return faulty(ValueFault.EMPTY_NS);
    }
    var members = new ArrayList<BigDecimal>(texts.size());
    for (String text : texts) {
      try {
        members.add(DynamoNumber.parse(text));
      } catch (ApiError invalid) {
        return faulty(ValueFault.number(invalid, text));
      }
    }
    var set = new NS(members);
    return set.members().size() == members.size() ? set : faulty(ValueFault.DUPLICATE_NS);
  }

  /** The strings of a list; null if a null is among them. */
  private @Nullable List<String> texts(JsonToken token) throws IOException {
    requireArray(STRINGS, token);
    var members = new ArrayList<String>();
    boolean nulls = false;
    JsonToken next;
    while ((next = parser.nextToken()) != JsonToken.END_ARRAY) {
      if (next == JsonToken.VALUE_NULL) {
        nulls = true;
      } else {
        members.add(ScalarReader.string(parser, next));
      }
    }
    return nulls ? null : members;
  }

  private @Nullable AttributeValue binaries(JsonToken token) throws IOException {
    requireArray(BLOBS, token);
    var members = new ArrayList<Binary>();
    boolean nulls = false;
    JsonToken next;
    while ((next = parser.nextToken()) != JsonToken.END_ARRAY) {
      if (next == JsonToken.VALUE_NULL) {
        nulls = true;
      } else {
        members.add(ScalarReader.blob(parser, next));
      }
    }
    if (nulls) {
      return faulty(ValueFault.nullMember());
    }
    if (members.isEmpty()) {
      return faulty(ValueFault.EMPTY_BS);
    }
    var set = new BS(members);
    return set.members().size() == members.size()
        ? set
        : faulty(ValueFault.duplicateBinaries(members));
  }

  private @Nullable AttributeValue list(JsonToken token, int depth) throws IOException {
    requireArray(VALUES, token);
    if (depth > MAX_DEPTH) {
      return tooDeep();
    }
    var elements = new ArrayList<AttributeValue>();
    ValueFault first = null;
    JsonToken next;
    while ((next = parser.nextToken()) != JsonToken.END_ARRAY) {
      AttributeValue element =
          next == JsonToken.VALUE_NULL
              ? faulty(ValueFault.EMPTY)
              : value(next, Place.ELEMENT, depth);
      if (element != null) {
        elements.add(element);
      } else {
        ValueFault found = takeFault();
        first = first == null ? found : first;
      }
    }
    return first == null ? new L(elements) : faulty(first);
  }

  private @Nullable AttributeValue map(JsonToken token, int depth) throws IOException {
    if (token != JsonToken.START_OBJECT) {
      throw TypeMismatch.of(ITEM, token, Place.FIELD);
    }
    if (depth > MAX_DEPTH) {
      return tooDeep();
    }
    var entries = Item.builder();
    ValueFault first = null;
    String name;
    while ((name = parser.nextFieldName()) != null) {
      JsonToken next = parser.nextToken();
      AttributeValue value =
          next == JsonToken.VALUE_NULL
              ? faulty(ValueFault.EMPTY)
              : value(next, Place.ELEMENT, depth);
      if (value != null && !name.isEmpty()) {
        entries.put(name, value);
      } else {
        ValueFault found = value == null ? takeFault() : ValueFault.EMPTY_NAME;
        first = first == null ? found : first;
      }
    }
    return first == null ? new M(entries.build()) : faulty(first);
  }

  private @Nullable AttributeValue tooDeep() throws IOException {
    // Types further down go unchecked: the recursion must end.
    parser.skipChildren();
    return faulty(ValueFault.TOO_DEEP);
  }

  private static void requireArray(Shape<?> shape, JsonToken token) {
    if (token != JsonToken.START_ARRAY) {
      throw TypeMismatch.of(shape, token, Place.FIELD);
    }
  }
}
