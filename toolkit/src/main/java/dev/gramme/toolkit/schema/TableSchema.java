package dev.gramme.toolkit.schema;

import java.util.List;
import java.util.Optional;

/**
 * A table with its entities and access patterns.
 *
 * @param name the table's name
 * @param key the table's primary key
 * @param indexes its secondary indexes, by name
 * @param timeToLive the attribute with the expiry time in epoch seconds
 * @param entities the kinds of items
 * @param accessPatterns the reads and writes, in the order of the source
 */
public record TableSchema(
    String name,
    KeySchema key,
    List<IndexSchema> indexes,
    Optional<String> timeToLive,
    List<EntitySchema> entities,
    List<AccessPattern> accessPatterns) {

  public TableSchema {
    indexes = List.copyOf(indexes);
    entities = List.copyOf(entities);
    accessPatterns = List.copyOf(accessPatterns);
  }

  /** This schema for a table with another name. */
  public TableSchema withName(String other) {
    return new TableSchema(other, key, indexes, timeToLive, entities, accessPatterns);
  }

  /** The index of this name. */
  public Optional<IndexSchema> index(String wanted) {
    return indexes.stream().filter(index -> index.name().equals(wanted)).findFirst();
  }

  /** The entity of this name. */
  public Optional<EntitySchema> entity(String wanted) {
    return entities.stream().filter(entity -> entity.name().equals(wanted)).findFirst();
  }

  /** The complete key of an index; a local one has its table's partition key. */
  public KeySchema keyOf(IndexSchema index) {
    return index.kind() == IndexSchema.Kind.LOCAL
        ? new KeySchema(key.partition(), index.key().sort())
        : index.key();
  }
}
