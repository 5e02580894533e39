package dev.gramme.apps.incidents.table;

import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Ksuid;
import java.time.Instant;

/** An account in the operator's list of accounts; it has no data of the account but its name. */
@Entity(pk = "accounts", sk = "acct_{account}")
public record Registration(Ksuid account, String name, Instant openedAt) {}
