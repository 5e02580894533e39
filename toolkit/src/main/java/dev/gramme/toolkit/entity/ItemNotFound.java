package dev.gramme.toolkit.entity;

/** The item does not exist. */
public final class ItemNotFound extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ItemNotFound(String entity) {
    super("this " + entity + " does not exist");
  }
}
