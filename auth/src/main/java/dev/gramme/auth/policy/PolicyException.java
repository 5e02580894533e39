package dev.gramme.auth.policy;

/** A policy that cannot be read, or that says something that is not supported here. */
public final class PolicyException extends Exception {
  private static final long serialVersionUID = 1L;

  /** With one line that says what is wrong, such as {@code condition key aws:x is not known}. */
  public PolicyException(String line) {
    super(line, null, false, false);
  }

  /** The line. */
  public String line() {
    return String.valueOf(getMessage());
  }
}
