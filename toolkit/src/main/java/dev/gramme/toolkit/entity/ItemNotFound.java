package dev.gramme.toolkit.entity;

/** An item that was to be there is not. */
public final class ItemNotFound extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ItemNotFound(String entity) {
    super("there is no such " + entity);
  }
}
