package dev.gramme.apps.incidents.account;

/** The account does not exist, or is being deleted. */
public final class AccountGone extends RuntimeException {
  private static final long serialVersionUID = 1;

  AccountGone() {
    super("this account does not exist");
  }
}
