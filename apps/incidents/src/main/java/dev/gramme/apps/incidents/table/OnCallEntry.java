package dev.gramme.apps.incidents.table;

import dev.gramme.toolkit.Ksuid;

/**
 * The items of on-call schedules: those of an account share a partition, since they are written
 * rarely and read together.
 */
public sealed interface OnCallEntry permits Team, ScheduleEntry {
  /** The account. */
  Ksuid account();

  /** The team. */
  Ksuid team();
}
