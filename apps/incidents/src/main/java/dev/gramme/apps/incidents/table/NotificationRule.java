package dev.gramme.apps.incidents.table;

import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Ksuid;

/**
 * A rule by which a user is notified: how many minutes after the start of an incident, and by which
 * contact method.
 *
 * @param method the id of the {@link ContactMethod}
 * @param afterMinutes the minutes from the start of the incident to the notification
 */
@Entity(pk = "acct_{account}#user_{user}", sk = "nr_{rule}")
public record NotificationRule(
    Ksuid account, Ksuid user, Ksuid rule, Ksuid method, int afterMinutes) implements Personal {}
