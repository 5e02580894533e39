package dev.gramme.toolkit.processor;

import java.util.List;
import java.util.Optional;
import javax.lang.model.element.TypeElement;

/**
 * A table as declared by an interface of access patterns.
 *
 * @param sk the attribute of the sort key, if the entities have one
 */
record TableModel(
    TypeElement element,
    String name,
    String className,
    KeyAttribute pk,
    Optional<KeyAttribute> sk,
    String typeAttribute,
    Optional<String> timeToLive,
    List<IndexModel> indexes,
    List<EntityModel> entities) {

  /** A key attribute with its type, such as {@code S}. */
  record KeyAttribute(String name, String type) {}

  /** A secondary index. */
  record IndexModel(
      String name,
      boolean global,
      List<KeyAttribute> pk,
      List<KeyAttribute> sk,
      String projection,
      List<String> included) {}

  Optional<IndexModel> index(String wanted) {
    return indexes.stream().filter(index -> index.name().equals(wanted)).findFirst();
  }

  /** The attributes of the partition key of the table, or of an index. */
  List<KeyAttribute> partition(String index) {
    Optional<IndexModel> found = index(index);
    return index.isEmpty() || found.isEmpty() || !found.get().global()
        ? List.of(pk)
        : found.get().pk();
  }

  /** The attributes of the sort key of the table, or of an index. */
  List<KeyAttribute> sort(String index) {
    return index.isEmpty()
        ? sk.map(List::of).orElse(List.of())
        : index(index).map(IndexModel::sk).orElse(List.of());
  }
}
