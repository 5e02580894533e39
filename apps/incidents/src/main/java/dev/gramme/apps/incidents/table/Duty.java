package dev.gramme.apps.incidents.table;

import dev.gramme.toolkit.Ksuid;
import java.time.Instant;

/** A user's time on call. */
public interface Duty {
  /** Who. */
  Ksuid user();

  /** When it begins. */
  Instant startsAt();

  /** When it has ended. */
  Instant endsAt();

  /** Whether it is now. */
  default boolean isAt(Instant now) {
    return !now.isBefore(startsAt()) && now.isBefore(endsAt());
  }
}
