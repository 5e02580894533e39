package dev.gramme.apps.incidents.table;

import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Ksuid;

/**
 * How long after the beginning of an incident a user is reached in which way.
 *
 * @param method the contact method
 */
@Entity(pk = "acct_{account}#user_{user}", sk = "nr_{rule}")
public record NotificationRule(
    Ksuid account, Ksuid user, Ksuid rule, Ksuid method, int afterMinutes) implements Personal {}
