package dev.gramme.apps.incidents.table;

import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Ksuid;

/** A user. Personal items are in a separate partition: {@link Personal}. */
@Entity(pk = "acct_{account}#user", sk = "user_{user}")
public record User(Ksuid account, Ksuid user, String name) {}
