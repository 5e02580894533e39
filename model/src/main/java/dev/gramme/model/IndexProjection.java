package dev.gramme.model;

import java.util.List;

/**
 * Which attributes an index entry holds besides the keys of index and table.
 *
 * @param nonKeyAttributes the further attributes of an {@link Type#INCLUDE} projection, else empty
 */
public record IndexProjection(Type type, List<String> nonKeyAttributes) {
  /** All attributes of the item. */
  public static final IndexProjection ALL = new IndexProjection(Type.ALL, List.of());

  /** The keys of index and table only. */
  public static final IndexProjection KEYS_ONLY = new IndexProjection(Type.KEYS_ONLY, List.of());

  /** The projection types, by the protocol's names. */
  public enum Type {
    ALL,
    KEYS_ONLY,
    INCLUDE
  }

  public IndexProjection {
    nonKeyAttributes = List.copyOf(nonKeyAttributes);
  }
}
