package dev.gramme.model;

import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The key and the indexes of a table.
 *
 * @param attributeTypes the attribute definitions in the declared order
 */
public record TableSchema(
    KeySchema key,
    Map<String, AttributeType> attributeTypes,
    List<LocalIndex> localIndexes,
    List<GlobalIndex> globalIndexes,
    List<VectorIndex> vectorIndexes) {

  public TableSchema {
    attributeTypes = Collections.unmodifiableMap(new LinkedHashMap<>(attributeTypes));
    localIndexes = List.copyOf(localIndexes);
    globalIndexes = List.copyOf(globalIndexes);
    vectorIndexes = List.copyOf(vectorIndexes);
  }

  /** A schema without indexes. */
  public static TableSchema of(KeySchema key, Map<String, AttributeType> attributeTypes) {
    return new TableSchema(key, attributeTypes, List.of(), List.of(), List.of());
  }

  /** The local or global index with this name. */
  public Optional<SecondaryIndex> index(String indexName) {
    for (LocalIndex index : localIndexes) {
      if (index.name().equals(indexName)) {
        return Optional.of(index);
      }
    }
    return globalIndex(indexName).map(index -> index);
  }

  /** The global index with this name. */
  public Optional<GlobalIndex> globalIndex(String indexName) {
    for (GlobalIndex index : globalIndexes) {
      if (index.name().equals(indexName)) {
        return Optional.of(index);
      }
    }
    return Optional.empty();
  }

  /** The vector index with this name. */
  public Optional<VectorIndex> vectorIndex(String indexName) {
    for (VectorIndex index : vectorIndexes) {
      if (index.name().equals(indexName)) {
        return Optional.of(index);
      }
    }
    return Optional.empty();
  }

  /** The attributes in the keys of the table and its indexes, and in search schemas. */
  public Set<String> keyAttributes() {
    var names = new HashSet<>(key.names());
    localIndexes.forEach(index -> names.addAll(index.key().names()));
    globalIndexes.forEach(index -> names.addAll(index.key().names()));
    vectorIndexes.forEach(index -> index.schema().forEach(part -> names.add(part.name())));
    return names;
  }
}
