package dev.gramme.model;

import java.util.List;

/**
 * The attributes that an index entry has besides the keys of the index and the table.
 *
 * @param nonKeyAttributes the further attributes of an {@link Type#INCLUDE} projection, else empty
 */
public record IndexProjection(Type type, List<String> nonKeyAttributes) {
  /** All attributes of the item. */
  public static final IndexProjection ALL = new IndexProjection(Type.ALL, List.of());

  /** Only the keys of the index and the table. */
  public static final IndexProjection KEYS_ONLY = new IndexProjection(Type.KEYS_ONLY, List.of());

  /** The projection types. The constants have the protocol's names. */
  public enum Type {
    ALL,
    KEYS_ONLY,
    INCLUDE
  }

  public IndexProjection {
    nonKeyAttributes = List.copyOf(nonKeyAttributes);
  }
}
