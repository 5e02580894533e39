package dev.gramme.wire;

/**
 * A number with bounds of its value. Integers accept any JSON number: it is rounded down and
 * clamped to the range of the type.
 *
 * @param <T> Integer, Long or Double
 */
public final class NumberShape<T extends Number> implements Shape<T> {
  static final NumberShape<Integer> INTEGER = new NumberShape<>(Kind.INTEGER, Bounds.NONE);
  static final NumberShape<Long> LONG = new NumberShape<>(Kind.LONG, Bounds.NONE);
  static final NumberShape<Double> DOUBLE = new NumberShape<>(Kind.DOUBLE, Bounds.NONE);

  /** The number types of the service. */
  enum Kind {
    INTEGER("java.lang.Integer"),
    LONG("java.lang.Long"),
    DOUBLE("java.lang.Double");

    final String typeName;

    Kind(String typeName) {
      this.typeName = typeName;
    }
  }

  private final Kind kind;
  private final Bounds range;

  private NumberShape(Kind kind, Bounds range) {
    this.kind = kind;
    this.range = range;
  }

  /** Sets the inclusive bounds of the value. */
  public NumberShape<T> range(long min, long max) {
    return new NumberShape<>(kind, Bounds.of(min, max));
  }

  /** Sets the minimum value. */
  public NumberShape<T> atLeast(long min) {
    return range(min, Long.MAX_VALUE);
  }

  /** Sets the maximum value. */
  public NumberShape<T> atMost(long max) {
    return range(Long.MIN_VALUE, max);
  }

  Kind kind() {
    return kind;
  }

  /** The bounds of the value. */
  public Bounds range() {
    return range;
  }

  @Override
  public boolean isConstrained() {
    return !range.isNone();
  }

  @Override
  public String typeName() {
    return kind.typeName;
  }
}
