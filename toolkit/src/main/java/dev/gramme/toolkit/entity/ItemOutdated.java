package dev.gramme.toolkit.entity;

/**
 * An update was refused because the item has another schema version than its record. If the item is
 * older, read it and write it with {@code @Put}, which converts it; then repeat the update. If it
 * is newer, only a program that knows its version can update it.
 */
public final class ItemOutdated extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ItemOutdated(String entity, int version, int current) {
    super(
        "the "
            + entity
            + " has schema version "
            + version
            + ", and an update needs version "
            + current
            + (version < current ? "; read the item and write it with @Put, then update it" : ""));
  }
}
