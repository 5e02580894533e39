package dev.gramme.toolkit.schema;

import java.util.List;

/**
 * A secondary index.
 *
 * @param name its name
 * @param kind global or local
 * @param key its own key attributes, without those of the table
 * @param projection what it holds beside the keys
 * @param projected the attributes of {@link Projection#INCLUDE}, else none
 */
public record IndexSchema(
    String name, Kind kind, KeySchema key, Projection projection, List<String> projected) {

  public IndexSchema {
    projected = List.copyOf(projected);
  }

  /** Whether the index has partitions of its own. */
  public enum Kind {
    GLOBAL,
    LOCAL
  }

  /** What an index holds beside the keys. */
  public enum Projection {
    ALL,
    KEYS_ONLY,
    INCLUDE
  }
}
