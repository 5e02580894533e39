package dev.gramme.toolkit.entity;

/** The item to create already exists. */
public final class ItemExists extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ItemExists(String entity) {
    super("this " + entity + " already exists");
  }
}
