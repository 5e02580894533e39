package dev.gramme.toolkit.key;

/**
 * An enum whose constants have a defined order in keys. Other enums are stored by name and sort by
 * name. A ranked one is stored as its rank and its name, {@code a2.OPEN}, and sorts by rank, so
 * that ranges are supported.
 *
 * <p>The rank is stored and must never change. It is an explicit number, because the ordinal
 * changes when a constant is inserted.
 */
public interface Ranked {
  /** The position in the order, different for each constant. Leave gaps for later constants. */
  int rank();
}
