package dev.gramme.toolkit.entity;

/** A value that was to be unique is that of another item. */
public final class UniqueViolation extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String component;

  UniqueViolation(String entity, String component) {
    super("another " + entity + " has this " + component);
    this.component = component;
  }

  /** The component whose value another item has. */
  public String component() {
    return component;
  }
}
