package dev.gramme.apps.incidents.table;

import dev.gramme.toolkit.Ksuid;

/** A schedule or one of its entries. */
public sealed interface ScheduleEntry extends OnCallEntry
    permits Schedule, Shift, ScheduleOverride {
  /** The schedule. */
  Ksuid schedule();
}
