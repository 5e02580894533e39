package dev.gramme.auth.identity;

/** The identities cannot be read. The message is one line with the reason. */
public final class IdentitiesException extends Exception {
  private static final long serialVersionUID = 1L;

  IdentitiesException(String line) {
    super(line, null, false, false);
  }
}
