package dev.gramme.wire;

import dev.gramme.model.Binary;
import java.time.Instant;

/**
 * What JSON a member of a request takes and what it becomes: an entry of the tables that drive
 * {@link RequestDecoder} and {@link Constraints}. Shapes are immutable; the methods that add a
 * constraint give a new one.
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

  /** The name of the service's own type, as its messages about mistyped members show it. */
  String typeName();

  /** Whether the service's own type is a generic one, a list or a map. */
  default boolean isParameterized() {
    return false;
  }

  /** Whether there is anything for {@link Constraints} to look at. */
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

  /** A binary, Base64 in JSON. */
  static Shape<Binary> blob() {
    return new BlobShape();
  }

  /** A point in time, epoch seconds in JSON. */
  static Shape<Instant> timestamp() {
    return new TimestampShape();
  }

  /** An attribute value. */
  static Shape<WireValue> attributeValue() {
    return new AttributeValueShape();
  }

  /** A map from names to attribute values that is an item or a key. */
  static Shape<WireItem> item() {
    return new ItemShape(true);
  }

  /** A map from names to attribute values each of which stands for itself, as in expressions. */
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

  /** True or false. */
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

  /** A point in time. */
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
   * @param together whether all of them make one item, with its limit of size
   */
  record ItemShape(boolean together) implements Shape<WireItem> {
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
