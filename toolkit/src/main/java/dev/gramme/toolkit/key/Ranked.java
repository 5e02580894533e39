package dev.gramme.toolkit.key;

/**
 * An enum whose constants have an order of their own in keys. Other enums are written by name and
 * sort by name. A ranked one is written as its rank and its name, {@code a2.OPEN}, and sorts by
 * rank; so ranges of it make sense.
 *
 * <p>The rank is stored: it must not change. It is a number that is written down for this, rather
 * than the ordinal, which changes when a constant is inserted.
 */
public interface Ranked {
  /** The place in the order, different for each constant. Leave room between two. */
  int rank();
}
