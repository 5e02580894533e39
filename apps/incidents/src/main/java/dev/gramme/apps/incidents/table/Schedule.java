package dev.gramme.apps.incidents.table;

import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Ksuid;

/** A schedule of a team: at each time, one user is on call. */
@Entity(pk = "acct_{account}#team", sk = "team_{team}#schedule_{schedule}")
public record Schedule(Ksuid account, Ksuid team, Ksuid schedule, String name)
    implements ScheduleEntry {}
