package dev.gramme.apps.incidents.table;

import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Ksuid;

/** A team. */
@Entity(pk = "acct_{account}#team", sk = "team_{team}")
public record Team(Ksuid account, Ksuid team, String name) implements OnCallEntry {}
