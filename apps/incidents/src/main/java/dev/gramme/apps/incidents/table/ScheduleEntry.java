package dev.gramme.apps.incidents.table;

import dev.gramme.toolkit.Ksuid;

/** A schedule and what is in it. */
public sealed interface ScheduleEntry extends OnCallEntry
    permits Schedule, Shift, ScheduleOverride {
  /** The schedule. */
  Ksuid schedule();
}
