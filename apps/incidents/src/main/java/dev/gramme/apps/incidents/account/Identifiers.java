package dev.gramme.apps.incidents.account;

import dev.gramme.toolkit.Ksuid;
import java.time.Instant;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/** The clock, and new identifiers ordered by time. */
public record Identifiers(InstantSource clock, RandomGenerator random) {
  /** A new identifier. */
  public Ksuid next() {
    return Ksuid.next(clock, random);
  }

  /** The time, in whole milliseconds. */
  public Instant now() {
    return Instant.ofEpochMilli(clock.millis());
  }
}
