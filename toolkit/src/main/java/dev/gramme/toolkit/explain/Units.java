package dev.gramme.toolkit.explain;

/**
 * Capacity in read units and write units, which are never added together.
 *
 * @param read read units; half a unit is an eventually consistent read of 4 KB
 * @param write write units
 */
public record Units(double read, double write) {
  /** No units. */
  public static final Units ZERO = new Units(0, 0);

  /** Read units only. */
  public static Units reads(double units) {
    return new Units(units, 0);
  }

  /** Write units only. */
  public static Units writes(double units) {
    return new Units(0, units);
  }

  /** The sum. */
  public Units plus(Units other) {
    return new Units(read + other.read, write + other.write);
  }

  /** The units multiplied by a factor. */
  public Units times(double factor) {
    return new Units(read * factor, write * factor);
  }

  /** The difference. */
  public Units minus(Units other) {
    return new Units(read - other.read, write - other.write);
  }

  /** Whether both are zero. */
  public boolean isZero() {
    return read == 0 && write == 0;
  }

  /** A readable form: {@code 1.5 RCU}, {@code 2 WCU}, {@code 1 RCU, 2 WCU} or {@code 0}. */
  @Override
  public String toString() {
    if (isZero()) {
      return "0";
    }
    if (write == 0) {
      return Figures.units(read) + " RCU";
    }
    if (read == 0) {
      return Figures.units(write) + " WCU";
    }
    return Figures.units(read) + " RCU, " + Figures.units(write) + " WCU";
  }
}
