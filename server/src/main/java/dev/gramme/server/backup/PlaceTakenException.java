package dev.gramme.server.backup;

/** A place belongs to another data folder, or is of another kind. */
final class PlaceTakenException extends BackupException {
  private static final long serialVersionUID = 1L;

  PlaceTakenException(String message) {
    super(message);
  }
}
