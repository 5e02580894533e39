package dev.gramme.toolkit.entity;

/** Another item already has the same value of a unique component. */
public final class UniqueViolation extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String component;

  UniqueViolation(String entity, String component) {
    super("another " + entity + " has this " + component);
    this.component = component;
  }

  /** The component with the value that is taken. */
  public String component() {
    return component;
  }
}
