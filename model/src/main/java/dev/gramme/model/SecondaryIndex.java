package dev.gramme.model;

import java.util.List;

/** A secondary index of a table. */
public sealed interface SecondaryIndex permits LocalIndex, GlobalIndex {

  /** The name, unique within the table. */
  String name();

  /** The index key. */
  KeySchema key();

  /** The projected attributes. */
  IndexProjection projection();

  /**
   * The top-level attributes of the paths that are not projected into the index, without
   * duplicates, in the order of the paths.
   *
   * @param tableKey the key of the table, which every entry has
   */
  default List<String> missing(KeySchema tableKey, List<DocumentPath> paths) {
    if (projection().type() == IndexProjection.Type.ALL) {
      return List.of();
    }
    return paths.stream()
        .map(DocumentPath::attribute)
        .filter(attribute ->
            !tableKey.contains(attribute)
                && !key().contains(attribute)
                && !projection().nonKeyAttributes().contains(attribute))
        .distinct()
        .toList();
  }
}
