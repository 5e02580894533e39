package dev.gramme.wire;

import dev.gramme.model.Binary;
import java.time.Instant;

/**
 * The type of a member of a request: the JSON that it accepts and the Java type that it is decoded
 * to. Shapes drive {@link RequestDecoder} and {@link Constraints}. They are immutable; the methods
 * that add a constraint return a new shape.
 *
 * @param <T> the type of the decoded value
 */
public sealed interface Shape<T>
    permits StringShape,
        NumberShape,
        Shape.BooleanShape,
        Shape.BlobShape,
        Shape.TimestampShape,
        Shape.AttributeValueShape,
        Shape.ItemShape,
        ListShape,
        MapShape,
        StructureShape {

  /**
   * The name of the service's internal type, which appears in its messages about mistyped members.
   */
  String typeName();

  /** Whether the service's internal type is generic, that is a list or a map. */
  default boolean isParameterized() {
    return false;
  }

  /** Whether {@link Constraints} has anything to check. */
  default boolean isConstrained() {
    return false;
  }

  /** A string without constraints. */
  static StringShape string() {
    return StringShape.UNCONSTRAINED;
  }

  /** A 32-bit integer without constraints. */
  static NumberShape<Integer> integer() {
    return NumberShape.INTEGER;
  }

  /** A 64-bit integer without constraints. */
  static NumberShape<Long> longInteger() {
    return NumberShape.LONG;
  }

  /** A floating-point number without constraints. */
  static NumberShape<Double> doubleNumber() {
    return NumberShape.DOUBLE;
  }

  /** A boolean. */
  static Shape<Boolean> bool() {
    return new BooleanShape();
  }

  /** A binary, in JSON a Base64 string. */
  static Shape<Binary> blob() {
    return new BlobShape();
  }

  /** A timestamp, in JSON a number of epoch seconds. */
  static Shape<Instant> timestamp() {
    return new TimestampShape();
  }

  /** An attribute value. */
  static Shape<WireValue> attributeValue() {
    return new AttributeValueShape();
  }

  /** A map from names to attribute values that form an item or a key. */
  static Shape<WireItem> item() {
    return new ItemShape(true);
  }

  /** A map from names to independent attribute values, such as the values of expressions. */
  static Shape<WireItem> values() {
    return new ItemShape(false);
  }

  /** A list without constraints of its own. */
  static <E> ListShape<E> list(Shape<E> element) {
    return new ListShape<>(element, Bounds.NONE);
  }

  /** A map without constraints of its own. */
  static <V> MapShape<V> map(Shape<V> value) {
    return new MapShape<>(string(), value, Bounds.NONE);
  }

  /** A boolean. */
  record BooleanShape() implements Shape<Boolean> {
    @Override
    public String typeName() {
      return "java.lang.Boolean";
    }
  }

  /** A binary. */
  record BlobShape() implements Shape<Binary> {
    @Override
    public String typeName() {
      return "java.nio.ByteBuffer";
    }
  }

  /** A timestamp. */
  record TimestampShape() implements Shape<Instant> {
    @Override
    public String typeName() {
      return "java.util.Date";
    }
  }

  /** An attribute value. */
  record AttributeValueShape() implements Shape<WireValue> {
    @Override
    public String typeName() {
      return StructureShape.TYPE_PREFIX + "AttributeValue";
    }
  }

  /**
   * A map from names to attribute values.
   *
   * @param isItem whether the values form one item, so that the maximum item size applies to them
   *     together
   */
  record ItemShape(boolean isItem) implements Shape<WireItem> {
    @Override
    public String typeName() {
      return MapShape.typeName(StructureShape.TYPE_PREFIX + "AttributeValue");
    }

    @Override
    public boolean isParameterized() {
      return true;
    }
  }
}
