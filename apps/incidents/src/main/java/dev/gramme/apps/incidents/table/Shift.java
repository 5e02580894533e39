package dev.gramme.apps.incidents.table;

import dev.gramme.toolkit.Attribute;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Gsi;
import dev.gramme.toolkit.Ksuid;
import dev.gramme.toolkit.Ttl;
import java.time.Instant;

/** A user's regular time on call. It expires some time after its end. */
@Entity(pk = "acct_{account}#team", sk = "team_{team}#schedule_{schedule}#shift_{shift}")
@Gsi(name = "GSI3", pk = "acct_{account}#user_{user}#shift", sk = "{startsAt}#{shift}")
public record Shift(
    Ksuid account,
    Ksuid team,
    Ksuid schedule,
    Ksuid shift,
    Ksuid user,
    Instant startsAt,
    Instant endsAt,
    @Ttl @Attribute("ExpiresAt") Instant expires)
    implements ScheduleEntry, Duty {}
