package dev.gramme.apps.grid;

import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Runs a test with several seeds, and reports the seed of a failure; {@code -Dgramme.seed=<n>}
 * repeats that run.
 */
public final class Seeds {
  private static final String PROPERTY = "gramme.seed";

  private Seeds() {}

  public static void forAll(int runs, Consumer<SplittableRandom> property) {
    Long only = Long.getLong(PROPERTY);
    for (long seed = only == null ? 1 : only; seed <= (only == null ? runs : only); seed++) {
      try {
        property.accept(new SplittableRandom(seed));
      } catch (RuntimeException | Error e) {
        throw new AssertionError(
            "fails with -D" + PROPERTY + "=" + seed + ": " + e.getMessage(), e);
      }
    }
  }
}
