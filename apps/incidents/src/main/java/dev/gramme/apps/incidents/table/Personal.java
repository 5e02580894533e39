package dev.gramme.apps.incidents.table;

import dev.gramme.toolkit.Ksuid;

/** The personal items of a user, in a partition for each user. */
public sealed interface Personal permits ContactMethod, NotificationRule, Membership {
  /** The account. */
  Ksuid account();

  /** The user. */
  Ksuid user();
}
