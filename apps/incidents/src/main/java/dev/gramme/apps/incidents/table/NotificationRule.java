package dev.gramme.apps.incidents.table;

import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Ksuid;

/**
 * How long after the start of an incident a user is notified, and by which contact method.
 *
 * @param method the contact method
 */
@Entity(pk = "acct_{account}#user_{user}", sk = "nr_{rule}")
public record NotificationRule(
    Ksuid account, Ksuid user, Ksuid rule, Ksuid method, int afterMinutes) implements Personal {}
