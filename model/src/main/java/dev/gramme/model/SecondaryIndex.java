package dev.gramme.model;

/** A secondary index of a table. */
public sealed interface SecondaryIndex permits LocalIndex, GlobalIndex {

  /** The name, unique within the table. */
  String name();

  /** The index key. */
  KeySchema key();

  /** What the entries hold. */
  IndexProjection projection();
}
