package dev.gramme.wire;

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
import dev.gramme.model.budget.RequestBudget;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Writes JSON as UTF-8. The writer adds commas. The caller is responsible for alternating names and
 * values and for matching brackets. Not thread-safe.
 *
 * <p>A short text is in one array, which grows. When an array has reached {@link #SEGMENT_BYTES},
 * the writer keeps it and continues in another array. So a long text is never copied and needs
 * hardly more memory than its length. The size of each array is charged to the budget of the
 * request before the array is allocated.
 *
 * <p>Gramme does not use a library's generator here, because this writer needs no buffer pool, no
 * state stack (the previous byte determines whether a comma is needed) and no copy at the end.
 */
public final class JsonWriter {
  /** A number with at most this many digits fits into a long. */
  private static final int LONG_DIGITS = 18;

  /** The size from which on the text continues in another array. */
  private static final int SEGMENT_BYTES = 256 << 10;

  private static final int FIRST_BYTES = 1024;

  /** The length of the longest escape, which is the maximum for one UTF-16 unit. */
  private static final int MAX_BYTES_PER_UNIT = 6;

  /**
   * Up to this number of units the writer reserves space for the worst case, which is cheaper than
   * computing the size.
   */
  private static final int SHORT_STRING = 512;

  /**
   * From this number of units on it is faster to encode the whole string and to examine eight bytes
   * at a time.
   */
  private static final int LONG_STRING = 64;

  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);

  /** The beginning of an attribute value by type, such as {"S": for a string. */
  private static final Map<AttributeType, byte[]> TYPES = types();

  /**
   * The character after the backslash in the escape of an ASCII character; 0 if it is not escaped.
   */
  private static final byte[] ESCAPES = escapes();

  private final RequestBudget budget;
  private final List<ByteBuffer> full = new ArrayList<>(0);
  private long fullBytes;
  private byte[] buffer;
  private int size;

  /** The last byte of the full arrays, which determines whether a comma is needed. */
  private byte lastFullByte = '[';

  /** A writer without a memory limit. */
  public JsonWriter() {
    this(FIRST_BYTES);
  }

  /** A writer with this initial capacity in bytes and without a memory limit. */
  public JsonWriter(int capacity) {
    this.budget = RequestBudget.unlimited();
    this.buffer = new byte[Math.max(capacity, 16)];
  }

  /** A writer for the response to a request. The budget limits its size. */
  public JsonWriter(RequestBudget budget) {
    this.budget = budget;
    budget.writeAnswer(FIRST_BYTES);
    this.buffer = new byte[FIRST_BYTES];
  }

  private static EnumMap<AttributeType, byte[]> types() {
    var beginnings = new EnumMap<AttributeType, byte[]>(AttributeType.class);
    for (AttributeType type : AttributeType.values()) {
      String beginning = "{\"" + type.name() + "\":";
      beginnings.put(type, beginning.getBytes(StandardCharsets.US_ASCII));
    }
    return beginnings;
  }

  private static byte[] escapes() {
    var escapes = new byte[128];
    Arrays.fill(escapes, 0, ' ', (byte) 'u');
    escapes['\b'] = 'b';
    escapes['\f'] = 'f';
    escapes['\n'] = 'n';
    escapes['\r'] = 'r';
    escapes['\t'] = 't';
    escapes['"'] = '"';
    escapes['\\'] = '\\';
    return escapes;
  }

  /** Discards the written text. */
  public void reset() {
    size = 0;
    lastFullByte = '[';
    full.clear();
    fullBytes = 0;
    if (buffer.length > SEGMENT_BYTES) {
      buffer = new byte[SEGMENT_BYTES];
    }
  }

  /** The number of bytes written. */
  public long size() {
    return fullBytes + size;
  }

  /** The written bytes in their order, without a copy. The writer must not be used afterwards. */
  public List<ByteBuffer> parts() {
    var parts = new ArrayList<>(full);
    parts.add(ByteBuffer.wrap(buffer, 0, size));
    return parts;
  }

  /** A copy of the written bytes. */
  public byte[] toByteArray() {
    if (full.isEmpty()) {
      return Arrays.copyOf(buffer, size);
    }
    var all = ByteBuffer.allocate(Math.toIntExact(size()));
    parts().forEach(all::put);
    return all.array();
  }

  /** Writes the bytes to a stream. */
  public void writeTo(OutputStream out) throws IOException {
    for (ByteBuffer part : full) {
      out.write(part.array(), part.arrayOffset(), part.limit());
    }
    out.write(buffer, 0, size);
  }

  /** The written text. */
  @Override
  public String toString() {
    return full.isEmpty()
        ? new String(buffer, 0, size, StandardCharsets.UTF_8)
        : new String(toByteArray(), StandardCharsets.UTF_8);
  }

  /** Begins an object. */
  public JsonWriter beginObject() {
    separate(1);
    buffer[size++] = '{';
    return this;
  }

  /** Ends an object. */
  public JsonWriter endObject() {
    ensure(1);
    buffer[size++] = '}';
    return this;
  }

  /** Begins an array. */
  public JsonWriter beginArray() {
    separate(1);
    buffer[size++] = '[';
    return this;
  }

  /** Ends an array. */
  public JsonWriter endArray() {
    ensure(1);
    buffer[size++] = ']';
    return this;
  }

  /** The name of a member. Its value must follow. */
  public JsonWriter name(String name) {
    string(name);
    ensure(1);
    buffer[size++] = ':';
    return this;
  }

  /** A string. */
  public JsonWriter string(String value) {
    int units = value.length();
    if (units >= LONG_STRING) {
      byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
      if (PlainText.needsNoEscapes(utf8)) {
        return quoted(utf8);
      }
    }
    separate(2 + (units <= SHORT_STRING ? MAX_BYTES_PER_UNIT * units : maxEncodedBytes(value)));
    byte[] out = buffer;
    int at = size;
    out[at++] = '"';
    int i = 0;
    for (; i < units; i++) {
      char c = value.charAt(i);
      if (c >= 128 || ESCAPES[c] != 0) {
        break;
      }
      out[at++] = (byte) c;
    }
    if (i < units) {
      at = rest(value, i, at);
    }
    out[at++] = '"';
    size = at;
    return this;
  }

  private JsonWriter quoted(byte[] utf8) {
    separate(utf8.length + 2);
    buffer[size++] = '"';
    System.arraycopy(utf8, 0, buffer, size, utf8.length);
    size += utf8.length;
    buffer[size++] = '"';
    return this;
  }

  /** An upper bound for the encoded size of a string, in bytes. */
  private static int maxEncodedBytes(String value) {
    long bytes = 0;
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      bytes += c >= 0x80 ? 3 : ESCAPES[c] == 0 ? 1 : MAX_BYTES_PER_UNIT;
    }
    return Math.toIntExact(bytes);
  }

  /**
   * Writes the rest of the string, from the first character that is not plain ASCII. Returns the
   * end of the output.
   */
  private int rest(String value, int from, int start) {
    byte[] out = buffer;
    int at = start;
    int units = value.length();
    for (int i = from; i < units; i++) {
      char c = value.charAt(i);
      if (c < 0x80) {
        at = ascii(c, at);
      } else if (c < 0x800) {
        out[at++] = (byte) (0xC0 | (c >> 6));
        out[at++] = (byte) (0x80 | (c & 0x3F));
      } else if (!Character.isSurrogate(c)) {
        out[at++] = (byte) (0xE0 | (c >> 12));
        out[at++] = (byte) (0x80 | ((c >> 6) & 0x3F));
        out[at++] = (byte) (0x80 | (c & 0x3F));
      } else if (Character.isHighSurrogate(c)
          && i + 1 < units
          && Character.isLowSurrogate(value.charAt(i + 1))) {
        int point = Character.toCodePoint(c, value.charAt(++i));
        out[at++] = (byte) (0xF0 | (point >> 18));
        out[at++] = (byte) (0x80 | ((point >> 12) & 0x3F));
        out[at++] = (byte) (0x80 | ((point >> 6) & 0x3F));
        out[at++] = (byte) (0x80 | (point & 0x3F));
      } else {
        // An unpaired surrogate has no UTF-8 encoding. The JDK's encoder also writes a question
        // mark.
        out[at++] = '?';
      }
    }
    return at;
  }

  private int ascii(char c, int start) {
    byte[] out = buffer;
    int at = start;
    byte escape = ESCAPES[c];
    if (escape == 0) {
      out[at++] = (byte) c;
      return at;
    }
    out[at++] = '\\';
    out[at++] = escape;
    if (escape == 'u') {
      out[at++] = '0';
      out[at++] = '0';
      out[at++] = HEX[c >> 4];
      out[at++] = HEX[c & 15];
    }
    return at;
  }

  /** An integer. */
  public JsonWriter number(long value) {
    return ascii(Long.toString(value));
  }

  /** A floating-point number in the service's form: {@code 1.0}, {@code 0.5}, {@code 1.0E10}. */
  public JsonWriter number(double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("JSON cannot represent this number: " + value);
    }
    return ascii(Double.toString(value));
  }

  /** A timestamp in epoch seconds with milliseconds: {@code 1.732147200123E9}. */
  public JsonWriter timestamp(Instant value) {
    return number(value.toEpochMilli() / 1000.0);
  }

  /** A boolean. */
  public JsonWriter bool(boolean value) {
    return raw(value ? TRUE : FALSE);
  }

  /** A null. */
  public JsonWriter nullValue() {
    return raw(NULL);
  }

  /** Writes a value that is encoded as JSON already. */
  public JsonWriter json(byte[] value) {
    return raw(value);
  }

  /** A binary, as Base64. */
  public JsonWriter binary(Binary value) {
    byte[] text = Base64.getEncoder().encode(value.toByteArray());
    separate(text.length + 2);
    buffer[size++] = '"';
    System.arraycopy(text, 0, buffer, size, text.length);
    size += text.length;
    buffer[size++] = '"';
    return this;
  }

  /** An item, a key or a map within an item. */
  public JsonWriter item(Item item) {
    beginObject();
    for (var attribute : item.attributes().entrySet()) {
      name(attribute.getKey());
      attributeValue(attribute.getValue());
    }
    return endObject();
  }

  /** An attribute value: an object with its type and its content. */
  public JsonWriter attributeValue(AttributeValue value) {
    raw(Objects.requireNonNull(TYPES.get(value.type())));
    switch (value) {
      case S s -> string(s.value());
      case N n -> numberText(n.value());
      case B b -> binary(b.value());
      case Bool bool -> bool(bool.value());
      case Null nothing -> bool(true);
      case SS set -> {
        beginArray();
        set.members().forEach(this::string);
        endArray();
      }
      case NS set -> {
        beginArray();
        set.members().forEach(this::numberText);
        endArray();
      }
      case BS set -> {
        beginArray();
        set.members().forEach(this::binary);
        endArray();
      }
      case L list -> {
        beginArray();
        list.elements().forEach(this::attributeValue);
        endArray();
      }
      case M map -> item(map.entries());
    }
    return endObject();
  }

  private void numberText(BigDecimal number) {
    int scale = number.scale();
    if (scale == 0 && number.precision() <= LONG_DIGITS) {
      integerText(number.longValue());
    } else if (scale < 0 && number.precision() - scale <= LONG_DIGITS) {
      integerText(number.setScale(0).longValue());
    } else {
      string(DynamoNumber.format(number));
    }
  }

  /**
   * Writes an integer as a JSON string directly into the buffer, since most numbers are small
   * integers.
   */
  private void integerText(long number) {
    separate(LONG_DIGITS + 3);
    buffer[size++] = '"';
    if (number < 0) {
      buffer[size++] = '-';
    }
    long rest = Math.abs(number);
    int end = size + 1;
    // The number has at most LONG_DIGITS digits, so this cannot overflow. Multiplication is several
    // times faster than division.
    for (long bound = 10; bound <= rest; bound *= 10) {
      end++;
    }
    for (int at = end - 1; at >= size; at--) {
      long tenth = rest / 10;
      buffer[at] = (byte) ('0' + (rest - 10 * tenth));
      rest = tenth;
    }
    size = end;
    buffer[size++] = '"';
  }

  private JsonWriter ascii(String text) {
    return raw(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  private JsonWriter raw(byte[] text) {
    separate(text.length);
    System.arraycopy(text, 0, buffer, size, text.length);
    size += text.length;
    return this;
  }

  /** Writes a comma if a value or member precedes, and ensures capacity. */
  private void separate(int more) {
    ensure(more + 1);
    byte last = size > 0 ? buffer[size - 1] : lastFullByte;
    if (last != '{' && last != '[' && last != ':') {
      buffer[size++] = ',';
    }
  }

  private void ensure(int more) {
    if (more > buffer.length - size) {
      grow(more);
    }
  }

  private void grow(int more) {
    if (buffer.length < SEGMENT_BYTES) {
      int capacity = Math.max(buffer.length << 1, size + more);
      budget.writeAnswer(capacity - buffer.length);
      buffer = Arrays.copyOf(buffer, capacity);
      return;
    }
    int capacity = Math.max(SEGMENT_BYTES, more);
    budget.writeAnswer(capacity);
    if (size > 0) {
      lastFullByte = buffer[size - 1];
      full.add(ByteBuffer.wrap(buffer, 0, size));
      fullBytes += size;
    }
    buffer = new byte[capacity];
    size = 0;
  }
}
