package dev.gramme.auth.policy;

/**
 * Thrown when the text of an access policy cannot be used. The text is not a policy, such as JSON
 * without a {@code Statement}, or it contains a part of AWS's policy language that Gramme does not
 * support. An unsupported part is refused because ignoring it could allow more than the policy
 * says.
 */
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
