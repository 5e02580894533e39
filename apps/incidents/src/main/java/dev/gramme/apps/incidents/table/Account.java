package dev.gramme.apps.incidents.table;

import dev.gramme.toolkit.Attribute;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Ksuid;
import dev.gramme.toolkit.Ttl;
import java.time.Instant;
import java.util.Optional;

/**
 * A customer account, whose id is part of all keys.
 *
 * @param incidents the counter of incident numbers
 * @param expires when the item of a deleted account expires
 */
@Entity(pk = "acct_{account}#account", sk = "account")
public record Account(
    Ksuid account,
    String name,
    AccountState state,
    long incidents,
    @Ttl @Attribute("ExpiresAt") Optional<Instant> expires) {}
