package dev.gramme.engine.throttle;

/**
 * Units that come in at a rate, are kept up to a capacity, and are taken out by requests. So over
 * any time no more is taken than the rate times the time plus the capacity.
 *
 * <p>A request that costs more than the bucket can hold is let through when it is full, and leaves
 * a debt that the ones after it wait for: else an item of 400 KB could never be written to a table
 * with one unit a second, and in the service it can. Time that goes back counts as none.
 */
final class TokenBucket {
  private static final double MICROS_PER_SECOND = 1e6;

  /** Below this, units are missing by the rounding of fractions only. */
  private static final double ROUNDING = 1e-6;

  private double unitsPerSecond;
  private double capacity;
  private double units;
  private long filledMicros;

  /** A full bucket. */
  TokenBucket(double unitsPerSecond, double capacity, long nowMicros) {
    this(unitsPerSecond, capacity, capacity, nowMicros);
  }

  private TokenBucket(double unitsPerSecond, double capacity, double units, long nowMicros) {
    this.unitsPerSecond = unitsPerSecond;
    this.capacity = capacity;
    this.units = units;
    this.filledMicros = nowMicros;
  }

  /** Another one as full as this one. */
  TokenBucket copy() {
    return new TokenBucket(unitsPerSecond, capacity, units, filledMicros);
  }

  /** Takes units out, all or none. */
  boolean take(double wanted, long nowMicros) {
    fill(nowMicros);
    if (units + ROUNDING < Math.min(wanted, capacity)) {
      return false;
    }
    units -= wanted;
    return true;
  }

  /** Puts back what was taken and not used. */
  void putBack(double taken) {
    units = Math.min(capacity, units + taken);
  }

  /** Changes rate and capacity. What is in it stays, as far as it has room. */
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
