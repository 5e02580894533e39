package dev.gramme.apps.savings.bank;

/** The bank refuses what a client asked for, and says why. */
public final class BankException extends Exception {
  private static final long serialVersionUID = 1;

  public BankException(String reason) {
    super(reason);
  }

  /** Why, for the client. */
  public String reason() {
    return String.valueOf(getMessage());
  }
}
