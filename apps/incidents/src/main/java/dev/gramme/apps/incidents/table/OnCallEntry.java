package dev.gramme.apps.incidents.table;

import dev.gramme.toolkit.Ksuid;

/**
 * What it takes to know who is on call: all of an account in one partition, since it is written
 * seldom and read together.
 */
public sealed interface OnCallEntry permits Team, ScheduleEntry {
  /** The account. */
  Ksuid account();

  /** The team. */
  Ksuid team();
}
