package dev.gramme.toolkit.entity;

/** Another has written the item since it was read. Read it again, and decide again. */
public final class VersionConflict extends RuntimeException {
  private static final long serialVersionUID = 1L;

  VersionConflict(String entity, long expected) {
    super(
        expected == 0
            ? "a new " + entity + " was to be written, and there is one"
            : "the " + entity + " is no longer of version " + expected);
  }
}
