package dev.gramme.bench;

import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/** How often a load uses each item. */
enum KeyDistribution {
  UNIFORM("uniform") {
    @Override
    LongSupplier over(long items, SplittableRandom random) {
      return () -> random.nextLong(items);
    }
  },
  ZIPF("Zipf") {
    @Override
    LongSupplier over(long items, SplittableRandom random) {
      return new Zipf(items, random)::scrambled;
    }
  };

  private final String title;

  KeyDistribution(String title) {
    this.title = title;
  }

  /** The title in the report. */
  String title() {
    return title;
  }

  /** A source of item numbers, from 0 to one below the number of items. Not thread-safe. */
  abstract LongSupplier over(long items, SplittableRandom random);
}
