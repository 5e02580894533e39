package dev.gramme.server.backup;

/**
 * An object of a place was read, but is damaged, or has a layout that this version does not know.
 * Another attempt would fail, too.
 */
final class BadContentException extends BackupException {
  private static final long serialVersionUID = 1L;

  BadContentException(String message) {
    super(message);
  }

  BadContentException(String message, Throwable cause) {
    super(message, cause);
  }
}
