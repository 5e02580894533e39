package dev.gramme.apps.incidents.account;

/** There is no such account, or it is being deleted. */
public final class AccountGone extends RuntimeException {
  private static final long serialVersionUID = 1;

  AccountGone() {
    super("there is no such account");
  }
}
