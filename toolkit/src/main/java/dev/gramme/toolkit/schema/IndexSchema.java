package dev.gramme.toolkit.schema;

import java.util.List;

/**
 * A secondary index.
 *
 * @param name its name
 * @param kind global or local
 * @param key its own key attributes, without those of the table
 * @param projection the attributes besides the keys
 * @param projected the attributes of {@link Projection#INCLUDE}, otherwise empty
 */
public record IndexSchema(
    String name, Kind kind, KeySchema key, Projection projection, List<String> projected) {

  public IndexSchema {
    projected = List.copyOf(projected);
  }

  /** Whether the index has its own partitions. */
  public enum Kind {
    GLOBAL,
    LOCAL
  }

  /** The attributes that an index holds besides the keys. */
  public enum Projection {
    ALL,
    KEYS_ONLY,
    INCLUDE
  }
}
