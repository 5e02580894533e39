package dev.gramme.apps.incidents.table;

import dev.gramme.toolkit.Ksuid;
import java.time.Instant;

/** A period in which a user is on call. */
public interface Duty {
  /** The user. */
  Ksuid user();

  /** The start. */
  Instant startsAt();

  /** The end, exclusive. */
  Instant endsAt();

  /** Whether a time is within the period. */
  default boolean isAt(Instant now) {
    return !now.isBefore(startsAt()) && now.isBefore(endsAt());
  }
}
