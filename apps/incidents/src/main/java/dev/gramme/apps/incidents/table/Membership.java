package dev.gramme.apps.incidents.table;

import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Gsi;
import dev.gramme.toolkit.Ksuid;

/** The membership of a user in a team. The index lists the users of a team. */
@Entity(pk = "acct_{account}#user_{user}", sk = "mem_{team}")
@Gsi(name = "GSI2", pk = "acct_{account}#team_{team}#member", sk = "user_{user}")
public record Membership(Ksuid account, Ksuid user, Ksuid team) implements Personal {}
