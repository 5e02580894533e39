package dev.gramme.toolkit.entity;

/** An item cannot be converted to its record. */
public final class ItemUnreadable extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ItemUnreadable(String attribute, String why, @org.jspecify.annotations.Nullable Exception cause) {
    super("attribute " + attribute + ": " + why, cause);
  }
}
