package dev.gramme.bench.results;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Maps values to positions between 0 and 1. */
sealed interface Axis {
  double position(double value);

  /** The values of grid lines. */
  List<Double> ticks();

  /** An axis from zero, with about five grid lines at round values. */
  record Linear(double most) implements Axis {
    @Override
    public double position(double value) {
      return most == 0 ? 0 : value / most;
    }

    @Override
    public List<Double> ticks() {
      if (most <= 0) {
        return List.of(0.0);
      }
      double decade = Math.pow(10, Math.floor(Math.log10(most / 5)));
      double step = decade;
      for (double factor : new double[] {2, 5, 10}) {
        if (most / step > 5) {
          step = decade * factor;
        }
      }
      var ticks = new ArrayList<Double>();
      for (int i = 0; i * step <= most; i++) {
        ticks.add(i * step);
      }
      return ticks;
    }
  }

  /** A logarithmic axis over whole decades. */
  record Logarithmic(int leastExponent, int mostExponent) implements Axis {
    /** The decades that contain all values, of which none may be zero. */
    static Logarithmic over(double least, double most) {
      int low = (int) Math.floor(Math.log10(least));
      return new Logarithmic(low, Math.max(low + 1, (int) Math.ceil(Math.log10(most))));
    }

    @Override
    public double position(double value) {
      return (Math.log10(value) - leastExponent) / (mostExponent - leastExponent);
    }

    @Override
    public List<Double> ticks() {
      var ticks = new ArrayList<Double>();
      for (int exponent = leastExponent; exponent <= mostExponent; exponent++) {
        ticks.add(Math.pow(10, exponent));
      }
      return ticks;
    }
  }

  /** A value with as many decimals as it needs: 20,000 or 0.01. */
  static String label(double value) {
    return value >= 1 || value == 0
        ? String.format(Locale.ROOT, "%,.0f", value)
        : String.valueOf(value);
  }
}
