package dev.gramme.toolkit.entity;

/** Another writer has changed the item since it was read. Read it again and decide again. */
public final class VersionConflict extends RuntimeException {
  private static final long serialVersionUID = 1L;

  VersionConflict(String entity, long expected) {
    super(
        expected == 0
            ? "this " + entity + " was to be created, but exists"
            : "the " + entity + " no longer has version " + expected);
  }
}
