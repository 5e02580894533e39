package dev.gramme.apps.incidents.table;

import dev.gramme.toolkit.Attribute;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Ksuid;
import dev.gramme.toolkit.Ttl;
import java.time.Instant;

/** An override: a user who is on call instead of the user with the shift. */
@Entity(
    pk = "acct_{account}#team",
    sk = "team_{team}#schedule_{schedule}#override_{override}",
    type = "Override")
public record ScheduleOverride(
    Ksuid account,
    Ksuid team,
    Ksuid schedule,
    Ksuid override,
    Ksuid user,
    Instant startsAt,
    Instant endsAt,
    @Ttl @Attribute("ExpiresAt") Instant expires)
    implements ScheduleEntry, Duty {}
