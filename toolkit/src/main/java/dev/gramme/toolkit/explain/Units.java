package dev.gramme.toolkit.explain;

/**
 * Capacity: read units and write units, which are never added to each other.
 *
 * @param read read units; a half is one item of 4 KB read eventually consistently
 * @param write write units
 */
public record Units(double read, double write) {
  /** Nothing. */
  public static final Units ZERO = new Units(0, 0);

  /** Read units alone. */
  public static Units reads(double units) {
    return new Units(units, 0);
  }

  /** Write units alone. */
  public static Units writes(double units) {
    return new Units(0, units);
  }

  /** Both together. */
  public Units plus(Units other) {
    return new Units(read + other.read, write + other.write);
  }

  /** As many times these. */
  public Units times(double factor) {
    return new Units(read * factor, write * factor);
  }

  /** What is left when others are taken away. */
  public Units minus(Units other) {
    return new Units(read - other.read, write - other.write);
  }

  /** Whether there is nothing. */
  public boolean isZero() {
    return read == 0 && write == 0;
  }

  /** As people write it: {@code 1.5 RCU}, {@code 2 WCU}, {@code 1 RCU, 2 WCU} or {@code 0}. */
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
