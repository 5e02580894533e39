package dev.gramme.wire;

/**
 * A number, with bounds of its value. Those that are no floating-point numbers take any JSON number
 * and round it down; beyond their range they become its end.
 *
 * @param <T> Integer, Long or Double
 */
public final class NumberShape<T extends Number> implements Shape<T> {
  static final NumberShape<Integer> INTEGER = new NumberShape<>(Kind.INTEGER, Bounds.NONE);
  static final NumberShape<Long> LONG = new NumberShape<>(Kind.LONG, Bounds.NONE);
  static final NumberShape<Double> DOUBLE = new NumberShape<>(Kind.DOUBLE, Bounds.NONE);

  /** The service's own types of numbers. */
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

  /** Bounds the value, both bounds included. */
  public NumberShape<T> range(long min, long max) {
    return new NumberShape<>(kind, Bounds.of(min, max));
  }

  /** Bounds the value from below. */
  public NumberShape<T> atLeast(long min) {
    return range(min, Long.MAX_VALUE);
  }

  /** Bounds the value from above. */
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
