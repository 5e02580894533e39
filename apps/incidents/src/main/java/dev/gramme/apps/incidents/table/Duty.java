package dev.gramme.apps.incidents.table;

import dev.gramme.toolkit.Ksuid;
import java.time.Instant;

/** A period in which a user is on call. */
public interface Duty {
  Ksuid user();

  Instant startsAt();

  /** Exclusive. */
  Instant endsAt();

  /** Whether a time is within the period. */
  default boolean isAt(Instant now) {
    return !now.isBefore(startsAt()) && now.isBefore(endsAt());
  }
}
