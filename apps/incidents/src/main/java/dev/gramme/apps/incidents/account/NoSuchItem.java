package dev.gramme.apps.incidents.account;

import dev.gramme.toolkit.Ksuid;

/** A change refers to a user, a team or a schedule that the account does not have. */
public final class NoSuchItem extends RuntimeException {
  private static final long serialVersionUID = 1;

  NoSuchItem(String kind, Ksuid id) {
    super("the account has no %s %s".formatted(kind, id));
  }
}
