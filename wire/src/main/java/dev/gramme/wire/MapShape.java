package dev.gramme.wire;

import dev.gramme.model.Wording;
import java.util.Map;

/**
 * A map from strings, with bounds of its size and constraints on its keys. Decoded maps have the
 * order of the request.
 *
 * @param <V> the type of the values
 */
public final class MapShape<V> implements Shape<Map<String, V>> {
  private final StringShape key;
  private final Shape<V> value;
  private final Bounds size;
  private final boolean keysLast;

  MapShape(StringShape key, Shape<V> value, Bounds size) {
    this(key, value, size, false);
  }

  private MapShape(StringShape key, Shape<V> value, Bounds size, boolean keysLast) {
    this.key = key;
    this.value = value;
    this.size = size;
    this.keysLast = keysLast;
  }

  /** Sets the shape of the keys with its constraints. */
  public MapShape<V> keys(StringShape key) {
    return new MapShape<>(key, value, size, keysLast);
  }

  /** Reports violations of the constraints on keys only if there are no other violations. */
  public MapShape<V> keysLast() {
    return new MapShape<>(key, value, size, true);
  }

  boolean areKeysLast() {
    return keysLast;
  }

  /** Sets the inclusive bounds of the size. */
  public MapShape<V> size(int min, int max) {
    return new MapShape<>(key, value, Bounds.of(min, max), keysLast);
  }

  /** Sets the bounds of the size for {@link Wording#CURRENT}. */
  public MapShape<V> currentSize(int min, int max) {
    return new MapShape<>(key, value, size.withCurrent(min, max), keysLast);
  }

  /** The shape of the keys. */
  public StringShape key() {
    return key;
  }

  /** The shape of the values. */
  public Shape<V> value() {
    return value;
  }

  /** The bounds of the size. */
  public Bounds size() {
    return size;
  }

  @Override
  public boolean isConstrained() {
    return !size.isNone() || key.isConstrained() || value.isConstrained();
  }

  @Override
  public boolean isParameterized() {
    return true;
  }

  @Override
  public String typeName() {
    return typeName(value.typeName());
  }

  static String typeName(String valueTypeName) {
    return "java.util.Map<java.lang.String, " + valueTypeName + ">";
  }
}
