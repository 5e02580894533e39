package dev.gramme.engine.throttle;

/**
 * A token bucket: it fills at a rate up to a capacity, and requests take units from it.
 *
 * <p>Any positive credit admits a request of any cost. A cost above the credit leaves a debt, and
 * further requests are refused until the debt is paid off (measured on the service in September
 * 2026). So the units taken in a period never exceed the rate times the period, plus the capacity,
 * plus one request. If the clock goes back, the bucket does not fill.
 */
final class TokenBucket {
  private static final double MICROS_PER_SECOND = 1e6;

  /** A credit up to this value is a rounding error and counts as none. */
  private static final double ROUNDING = 1e-6;

  private double unitsPerSecond;
  private double capacity;
  private double units;
  private long filledMicros;

  /** Creates a full bucket. */
  TokenBucket(double unitsPerSecond, double capacity, long nowMicros) {
    this(unitsPerSecond, capacity, capacity, nowMicros);
  }

  private TokenBucket(double unitsPerSecond, double capacity, double units, long nowMicros) {
    this.unitsPerSecond = unitsPerSecond;
    this.capacity = capacity;
    this.units = units;
    this.filledMicros = nowMicros;
  }

  /** A second bucket with the same rate, capacity and credit. */
  TokenBucket copy() {
    return new TokenBucket(unitsPerSecond, capacity, units, filledMicros);
  }

  /** Takes units if there is any credit. */
  boolean take(double wanted, long nowMicros) {
    fill(nowMicros);
    if (units <= ROUNDING) {
      return false;
    }
    units -= wanted;
    return true;
  }

  /** Returns units that were taken but not used. */
  void putBack(double taken) {
    units = Math.min(capacity, units + taken);
  }

  /** Changes rate and capacity. The credit is kept, up to the new capacity. */
  void resize(double newUnitsPerSecond, double newCapacity, long nowMicros) {
    fill(nowMicros);
    unitsPerSecond = newUnitsPerSecond;
    capacity = newCapacity;
    units = Math.min(units, newCapacity);
  }

  private void fill(long nowMicros) {
    if (nowMicros > filledMicros) {
      double gained = unitsPerSecond * (nowMicros - filledMicros) / MICROS_PER_SECOND;
      units = Math.min(capacity, units + gained);
      filledMicros = nowMicros;
    }
  }
}
