package dev.gramme.wire;

import com.fasterxml.jackson.core.JsonToken;
import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeValue.BS;
import dev.gramme.model.AttributeValue.NS;
import dev.gramme.model.AttributeValue.SS;
import dev.gramme.model.Binary;
import dev.gramme.model.DynamoNumber;
import dev.gramme.model.budget.HeapSize;
import dev.gramme.wire.JsonReader.Malformed;
import dev.gramme.wire.TypeMismatch.Place;
import java.math.BigDecimal;
import java.util.ArrayList;

/** Reads sets for {@link ValueReader}. */
final class SetReader {
  private static final ListShape<String> STRINGS = Shape.list(Shape.string());
  private static final ListShape<Binary> BLOBS = Shape.list(Shape.blob());

  private final JsonReader json;
  private final ValueMeter meter;

  SetReader(JsonReader json, ValueMeter meter) {
    this.json = json;
    this.meter = meter;
  }

  private void begin(ListShape<?> shape, JsonToken token) {
    if (token != JsonToken.START_ARRAY) {
      throw TypeMismatch.of(shape, token, Place.FIELD);
    }
    if (!meter.isFull()) {
      meter.add(0, HeapSize.LIST);
    }
  }

  /** A set of numbers. */
  WireValue numbers(JsonToken token) throws Malformed {
    begin(STRINGS, token);
    var members = new ArrayList<BigDecimal>();
    var shown = new StringBuilder();
    boolean hasNull = false;
    boolean empty = true;
    ValueFault first = null;
    JsonToken next;
    while ((next = json.nextValue()) != JsonToken.END_ARRAY) {
      empty = false;
      if (next == JsonToken.VALUE_NULL) {
        hasNull = true;
        continue;
      }
      String text = ScalarReader.string(json, next);
      try {
        BigDecimal member = DynamoNumber.parse(text);
        if (countMember(1, HeapSize.NUMBER)) {
          members.add(member);
          if (shown.length() < ValueFault.MAX_CHARACTERS) {
            shown.append(shown.isEmpty() ? "" : ", ").append(text);
          }
        }
      } catch (ApiError invalid) {
        first = first == null ? ValueFault.number(text, invalid) : first;
      }
    }
    ValueFault found = hasNull ? ValueFault.nullMember() : empty ? ValueFault.EMPTY_NS : first;
    if (found != null) {
      return WireValue.faulty(found);
    }
    var set = new NS(members);
    return set.members().size() == members.size()
        ? WireValue.of(set)
        : WireValue.faulty(ValueFault.duplicateNumbers(shown.toString()));
  }

  /** A set of strings. */
  WireValue strings(JsonToken token) throws Malformed {
    begin(STRINGS, token);
    var members = new ArrayList<String>();
    boolean hasNull = false;
    boolean empty = true;
    JsonToken next;
    while ((next = json.nextValue()) != JsonToken.END_ARRAY) {
      empty = false;
      if (next == JsonToken.VALUE_NULL) {
        hasNull = true;
        continue;
      }
      String text = ScalarReader.string(json, next);
      if (countMember(Math.max(1, text.length()), HeapSize.of(text))) {
        members.add(text);
      }
    }
    if (hasNull || empty) {
      return WireValue.faulty(hasNull ? ValueFault.nullMember() : ValueFault.EMPTY_SS);
    }
    var set = new SS(members);
    return set.members().size() == members.size()
        ? WireValue.of(set)
        : WireValue.faulty(ValueFault.duplicateStrings(members));
  }

  /** A set of binaries. */
  WireValue binaries(JsonToken token) throws Malformed {
    begin(BLOBS, token);
    var members = new ArrayList<Binary>();
    boolean hasNull = false;
    boolean empty = true;
    JsonToken next;
    while ((next = json.nextValue()) != JsonToken.END_ARRAY) {
      empty = false;
      if (next == JsonToken.VALUE_NULL) {
        hasNull = true;
        continue;
      }
      Binary member = ScalarReader.blob(json, next);
      if (countMember(Math.max(1, member.length()), HeapSize.BINARY + member.length())) {
        members.add(member);
      }
    }
    if (hasNull || empty) {
      return WireValue.faulty(hasNull ? ValueFault.nullMember() : ValueFault.EMPTY_BS);
    }
    var set = new BS(members);
    return set.members().size() == members.size()
        ? WireValue.of(set)
        : WireValue.faulty(ValueFault.duplicateBinaries(members));
  }

  /**
   * Counts a member of a set. Returns whether to keep it. An empty member counts as one byte,
   * because a set can have at most one.
   */
  private boolean countMember(int sizeBytes, long heapBytes) {
    if (meter.isFull()) {
      meter.truncate();
      return false;
    }
    meter.add(sizeBytes, HeapSize.ELEMENT + heapBytes);
    return true;
  }
}
