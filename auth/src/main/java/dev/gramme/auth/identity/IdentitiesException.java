package dev.gramme.auth.identity;

/** Identities that cannot be read; the message is one line that says why. */
public final class IdentitiesException extends Exception {
  private static final long serialVersionUID = 1L;

  IdentitiesException(String line) {
    super(line, null, false, false);
  }
}
