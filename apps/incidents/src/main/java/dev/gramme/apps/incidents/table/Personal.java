package dev.gramme.apps.incidents.table;

import dev.gramme.toolkit.Ksuid;

/** What is a user's own, in a partition for each user. */
public sealed interface Personal permits ContactMethod, NotificationRule, Membership {
  /** The account. */
  Ksuid account();

  /** The user. */
  Ksuid user();
}
