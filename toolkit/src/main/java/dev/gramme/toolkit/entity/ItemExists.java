package dev.gramme.toolkit.entity;

/** An item that was not to be there is. */
public final class ItemExists extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ItemExists(String entity) {
    super("there is such a " + entity + " already");
  }
}
