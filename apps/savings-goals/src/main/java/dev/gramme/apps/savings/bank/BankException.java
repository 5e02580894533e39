package dev.gramme.apps.savings.bank;

/** The bank refuses a request of a client. */
public final class BankException extends Exception {
  private static final long serialVersionUID = 1;

  public BankException(String reason) {
    super(reason);
  }

  /** The reason, for the client. */
  public String reason() {
    return String.valueOf(getMessage());
  }
}
