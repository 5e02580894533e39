package dev.gramme.wire;

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
import dev.gramme.model.DynamoNumber;
import dev.gramme.model.Item;
import dev.gramme.model.budget.HeapSize;
import dev.gramme.model.budget.RequestBudget;
import dev.gramme.wire.JsonReader.Malformed;
import dev.gramme.wire.TypeMismatch.Place;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads attribute values directly into the model's types. JSON of the wrong type is an immediate
 * error. A well-formed but invalid value becomes a {@link ValueFault}: the reading methods then
 * return null and set the field {@code fault}.
 */
final class ValueReader {
  /** The maximum number of lists and maps around a scalar value (observed in October 2026). */
  static final int MAX_DEPTH = 31;

  /** The size of a list or map by the service's rules, without its content. */
  private static final int DOCUMENT_SIZE = 3;

  /** The JSON nesting levels of one nested list or map: the attribute value and its content. */
  private static final int JSON_LEVELS = 2;

  private static final Shape<WireValue> VALUE = Shape.attributeValue();
  private static final Shape<WireItem> ITEM = Shape.item();
  private static final ListShape<WireValue> VALUES = Shape.list(VALUE);

  private static final S EMPTY_STRING = new S("");
  private static final L EMPTY_LIST = new L(List.of());
  private static final M EMPTY_MAP = new M(Item.empty());

  /** The substitute for a dropped value. */
  private static final AttributeValue DROPPED = Null.NULL;

  private final JsonReader json;
  private final ValueMeter meter;
  private final SetReader sets;
  private @Nullable ValueFault fault;
  private int levels;

  ValueReader(JsonReader json, RequestBudget budget) {
    this.json = json;
    this.meter = new ValueMeter(budget);
    this.sets = new SetReader(json, meter);
  }

  /** Reads the attribute value that begins with the token. */
  WireValue value(JsonToken token, Place place) throws Malformed {
    meter.begin();
    AttributeValue value = value(token, place, 0);
    return value == null ? WireValue.faulty(takeFault()) : WireValue.of(value);
  }

  /** Reads the map of attribute values that begins with the token. */
  WireItem item(Shape.ItemShape shape, JsonToken token, Place place) throws Malformed {
    if (token != JsonToken.START_OBJECT) {
      throw TypeMismatch.of(ITEM, token, place);
    }
    meter.begin();
    meter.add(0, HeapSize.ITEM);
    var builder = new WireItem.Builder();
    String name;
    while ((name = json.nextName()) != null) {
      if (!shape.isItem()) {
        meter.begin();
      }
      boolean overfull = shape.isItem() && meter.isOverfull();
      JsonToken first = json.nextValue();
      ValueFault wrong = ValueFault.ABSENT;
      AttributeValue value = null;
      if (first != JsonToken.VALUE_NULL) {
        value = value(first, Place.ELEMENT, 0);
        wrong = value == null ? takeFault() : ValueFault.ofName(name);
      }
      if (overfull) {
        meter.truncate();
        if (wrong == null || builder.isFaulty()) {
          continue;
        }
      }
      meter.add(name.length(), HeapSize.ENTRY + HeapSize.of(name));
      if (wrong != null) {
        meter.add(0, wrong.heapBytes());
        builder.put(name, wrong);
      } else if (value != null) {
        builder.put(name, value);
      }
    }
    return builder.build(shape.isItem() && meter.isTruncated());
  }

  /** The maximum nesting level of lists and maps so far, including skipped ones. */
  int levels() {
    return levels;
  }

  private ValueFault takeFault() {
    if (fault == null) {
      throw new IllegalStateException("neither value nor fault");
    }
    ValueFault taken = fault;
    fault = null;
    return taken;
  }

  private @Nullable AttributeValue value(JsonToken token, Place place, int depth) throws Malformed {
    if (token != JsonToken.START_OBJECT) {
      throw TypeMismatch.of(VALUE, token, place);
    }
    AttributeType only = null;
    boolean several = false;
    AttributeValue found = null;
    Map<AttributeType, ValueFault> faults = null;
    String name;
    while ((name = json.nextName()) != null) {
      AttributeType type = type(name);
      JsonToken first = json.nextValue();
      if (type == null) {
        json.skipChildren();
        continue;
      }
      if (first == JsonToken.VALUE_NULL) {
        continue;
      }
      several |= only != null && only != type;
      only = type;
      AttributeValue latest = ofType(type, first, depth);
      // Keep the value that is known to be too large.
      found = found != null && latest != null && meter.isTruncated() ? found : latest;
      if (latest == null) {
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

  /** The fault that the service reports first. */
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
      throws Malformed {
    return switch (type) {
      case S -> string(token, depth);
      case N -> number(token, depth);
      case B -> countScalar(new B(ScalarReader.blob(json, token)), depth);
      case SS -> valueOrFault(sets.strings(token));
      case NS -> valueOrFault(sets.numbers(token));
      case BS -> valueOrFault(sets.binaries(token));
      case BOOL -> countScalar(Bool.of(ScalarReader.bool(json, token)), depth);
      case NULL ->
          ScalarReader.bool(json, token)
              ? countScalar(Null.NULL, depth)
              : faulty(ValueFault.NULL_FALSE);
      case L -> list(token, depth + 1);
      case M -> map(token, depth + 1);
    };
  }

  private @Nullable AttributeValue valueOrFault(WireValue set) {
    AttributeValue value = set.valueOrNull();
    return value == null ? faulty(set.fault().orElseThrow()) : value;
  }

  private @Nullable AttributeValue faulty(ValueFault found) {
    fault = found;
    return null;
  }

  private AttributeValue string(JsonToken token, int depth) throws Malformed {
    if (depth > 0 && meter.isFull() && token == JsonToken.VALUE_STRING) {
      meter.truncate();
      return DROPPED;
    }
    String text = ScalarReader.string(json, token);
    return text.isEmpty() ? EMPTY_STRING : countScalar(new S(text), depth);
  }

  /**
   * Counts a scalar. Returns a substitute if the item is too large. Top-level scalars are always
   * kept, because operations check the key before the size.
   */
  private AttributeValue countScalar(AttributeValue scalar, int depth) {
    if (depth > 0 && meter.isFull()) {
      meter.truncate();
      return DROPPED;
    }
    meter.add(minSize(scalar), HeapSize.of(scalar));
    return scalar;
  }

  private static int minSize(AttributeValue scalar) {
    return switch (scalar) {
      case S s -> s.value().length();
      case B b -> b.value().length();
      case AttributeValue other -> 1;
    };
  }

  private @Nullable AttributeValue number(JsonToken token, int depth) throws Malformed {
    String text = ScalarReader.string(json, token);
    try {
      return countScalar(new N(DynamoNumber.parse(text)), depth);
    } catch (ApiError invalid) {
      return faulty(ValueFault.number(text, invalid));
    }
  }

  private @Nullable AttributeValue list(JsonToken token, int depth) throws Malformed {
    requireArray(VALUES, token);
    levels = Math.max(levels, depth);
    if (depth > MAX_DEPTH) {
      return tooDeep(depth);
    }
    meter.add(DOCUMENT_SIZE, 0);
    var elements = new ArrayList<AttributeValue>(0);
    ValueFault first = null;
    JsonToken next;
    while ((next = json.nextValue()) != JsonToken.END_ARRAY) {
      boolean full = meter.isFull();
      AttributeValue element =
          next == JsonToken.VALUE_NULL
              ? faulty(ValueFault.EMPTY)
              : value(next, Place.ELEMENT, depth);
      if (element == null) {
        ValueFault found = takeFault();
        first = first == null ? found : first;
      } else if (full) {
        meter.truncate();
      } else {
        if (elements.isEmpty()) {
          meter.add(0, HeapSize.LIST);
        }
        meter.add(1, HeapSize.ELEMENT);
        elements.add(element);
      }
    }
    return first != null ? faulty(first) : elements.isEmpty() ? EMPTY_LIST : new L(elements);
  }

  private @Nullable AttributeValue map(JsonToken token, int depth) throws Malformed {
    if (token != JsonToken.START_OBJECT) {
      throw TypeMismatch.of(ITEM, token, Place.FIELD);
    }
    levels = Math.max(levels, depth);
    if (depth > MAX_DEPTH) {
      return tooDeep(depth);
    }
    meter.add(DOCUMENT_SIZE, 0);
    Item.Builder entries = null;
    ValueFault first = null;
    String name;
    while ((name = json.nextName()) != null) {
      boolean full = meter.isFull();
      JsonToken next = json.nextValue();
      AttributeValue value =
          next == JsonToken.VALUE_NULL
              ? faulty(ValueFault.EMPTY)
              : value(next, Place.ELEMENT, depth);
      ValueFault found = value == null ? takeFault() : ValueFault.ofName(name);
      if (found != null || value == null) {
        first = first == null ? found : first;
      } else if (full) {
        meter.truncate();
      } else {
        if (entries == null) {
          entries = Item.builder();
          meter.add(0, HeapSize.ITEM);
        }
        meter.add(1L + name.length(), HeapSize.ENTRY + HeapSize.of(name));
        entries.put(name, value);
      }
    }
    if (first != null) {
      return faulty(first);
    }
    if (entries == null) {
      return EMPTY_MAP;
    }
    // A later entry with the same name may have replaced a large value.
    return new M(meter.isTruncated() ? entries.buildTooLarge() : entries.build());
  }

  private @Nullable AttributeValue tooDeep(int depth) throws Malformed {
    // Deeper levels are skipped without checking their types, to bound the recursion.
    int inside = json.skipLevels();
    levels = Math.max(levels, depth + inside / JSON_LEVELS);
    return faulty(ValueFault.TOO_DEEP);
  }

  private static void requireArray(Shape<?> shape, JsonToken token) {
    if (token != JsonToken.START_ARRAY) {
      throw TypeMismatch.of(shape, token, Place.FIELD);
    }
  }
}
