package dev.gramme.move.files.parquet;

import dev.gramme.model.AttributeValue;
import dev.gramme.model.AttributeValue.B;
import dev.gramme.model.AttributeValue.Bool;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.ByteWriter;
import dev.gramme.model.DynamoNumber;
import dev.gramme.model.Utf8;
import dev.gramme.transfer.format.AttributeJson;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;

/**
 * The type of a column with values: its numbers in Parquet's metadata, and its values in the
 * encoding PLAIN. Source: parquet.thrift and Encodings.md of Parquet's specification.
 */
sealed interface ValueType {
  /** The number of the physical type. */
  int physical();

  /** Writes the members of the schema's element that are specific to the type, except the name. */
  default void annotate(ThriftWriter element) {}

  /** Writes a value; Booleans have an encoding of their own. */
  void write(AttributeValue value, ByteWriter values);

  static ValueType of(ColumnType.Simple type) {
    return switch (type) {
      case NOTHING, S -> Text.STRING;
      case JSON -> Text.JSON;
      case B -> new Bytes();
      case BOOL -> new Bits();
    };
  }

  static ValueType of(ColumnType.Numbers numbers) {
    return numbers.isLong()
        ? new Longs()
        : numbers.isDecimal() ? new Decimals(numbers.precision(), numbers.scale()) : Text.NUMBER;
  }

  private static void sized(byte[] value, ByteWriter values) {
    values.writeInt(Integer.reverseBytes(value.length)).write(value);
  }

  /** Texts. */
  enum Text implements ValueType {
    STRING(0, 1),
    /** Numbers with more digits between the first and the last one than a decimal has. */
    NUMBER(0, 1),
    JSON(19, 12);

    private final int converted;
    private final int logical;

    Text(int converted, int logical) {
      this.converted = converted;
      this.logical = logical;
    }

    @Override
    public int physical() {
      return 6;
    }

    @Override
    public void annotate(ThriftWriter element) {
      element.i32(6, converted).begin(10).begin(logical).end().end();
    }

    @Override
    public void write(AttributeValue value, ByteWriter values) {
      String text =
          switch (this) {
            case STRING -> ((S) value).value();
            case NUMBER -> DynamoNumber.format(((N) value).value());
            case JSON -> AttributeJson.text(value);
          };
      sized(Utf8.bytes(text), values);
    }
  }

  /** Binaries. */
  record Bytes() implements ValueType {
    @Override
    public int physical() {
      return 6;
    }

    @Override
    public void write(AttributeValue value, ByteWriter values) {
      sized(((B) value).value().toByteArray(), values);
    }
  }

  /** Booleans: here a byte for each, which {@link #packed} makes a bit. */
  record Bits() implements ValueType {
    @Override
    public int physical() {
      return 0;
    }

    @Override
    public void write(AttributeValue value, ByteWriter values) {
      values.writeByte(value == Bool.TRUE ? 1 : 0);
    }

    static byte[] packed(byte[] values) {
      var bits = new byte[(values.length + 7) / 8];
      for (int i = 0; i < values.length; i++) {
        bits[i / 8] |= (byte) (values[i] << i % 8);
      }
      return bits;
    }
  }

  /** Integers of 64 bits. */
  record Longs() implements ValueType {
    @Override
    public int physical() {
      return 2;
    }

    @Override
    public void write(AttributeValue value, ByteWriter values) {
      values.writeLong(Long.reverseBytes(((N) value).value().longValueExact()));
    }
  }

  /** Decimals in the fewest bytes that hold the precision, most significant first. */
  record Decimals(int precision, int scale, int length) implements ValueType {
    Decimals(int precision, int scale) {
      this(precision, scale, BigInteger.TEN.pow(precision).bitLength() / 8 + 1);
    }

    @Override
    public int physical() {
      return 7;
    }

    @Override
    public void annotate(ThriftWriter element) {
      element
          .i32(6, 5)
          .i32(7, scale)
          .i32(8, precision)
          .begin(10)
          .begin(5)
          .i32(1, scale)
          .i32(2, precision)
          .end()
          .end();
    }

    @Override
    public void write(AttributeValue value, ByteWriter values) {
      BigDecimal number = ((N) value).value();
      byte[] unscaled = number.setScale(scale).unscaledValue().toByteArray();
      var sign = new byte[length - unscaled.length];
      Arrays.fill(sign, (byte) (number.signum() < 0 ? -1 : 0));
      values.write(sign).write(unscaled);
    }
  }
}
