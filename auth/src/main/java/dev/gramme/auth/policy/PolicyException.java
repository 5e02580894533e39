package dev.gramme.auth.policy;

/** A policy is invalid, or contains something that is not supported. */
public final class PolicyException extends Exception {
  private static final long serialVersionUID = 1L;

  /**
   * @param line one line with the error, such as {@code the condition key aws:x is not supported}
   */
  public PolicyException(String line) {
    super(line, null, false, false);
  }

  /** The message: one line. */
  public String line() {
    return String.valueOf(getMessage());
  }
}
