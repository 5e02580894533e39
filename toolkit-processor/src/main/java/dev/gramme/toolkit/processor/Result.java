package dev.gramme.toolkit.processor;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * What a read returns.
 *
 * @param call the container of the items, such as {@code page} or {@code list}, or {@code count}
 * @param item the type of an item
 * @param kinds the kinds of items
 * @param view the record with some of the components, if the items are such records
 */
record Result(String call, TypeMirror item, List<EntityModel> kinds, Optional<View> view) {
  private static final List<List<String>> CONTAINERS =
      List.of(
          List.of("dev.gramme.toolkit.Page", "page"),
          List.of("java.util.List", "list"),
          List.of("java.util.stream.Stream", "stream"),
          List.of("java.util.Optional", "first"));

  /** The result of a read of many items. */
  static Result of(ExecutableElement method, Entities entities, Types types) {
    TypeMirror type = types.returned(method);
    if (type.getKind() == TypeKind.LONG || type.getKind() == TypeKind.INT) {
      TypeMirror counted =
          Annotations.target(method)
              .orElseThrow(() ->
                  new Problem(
                      method,
                      "a method that counts items must name their entity in the annotation"));
      return new Result("count", counted, entities.of(counted, method), Optional.empty());
    }
    for (List<String> container : CONTAINERS) {
      Optional<TypeMirror> item = types.argument(type, container.get(0));
      if (item.isPresent()) {
        return of(container.get(1), item.get(), method, entities, types);
      }
    }
    throw new Problem(
        method,
        "a read must return a Page, a List, a Stream or an Optional, or the number of items as a"
            + " long or an int, not "
            + type);
  }

  /** The result of a read of items of a type. */
  static Result of(
      String call, TypeMirror item, ExecutableElement method, Entities entities, Types types) {
    Optional<TypeMirror> target =
        Annotations.target(method).filter(type -> !types.same(type, item));
    if (target.isEmpty()) {
      return new Result(call, item, entities.of(item, method), Optional.empty());
    }
    List<EntityModel> kinds = entities.of(target.get(), method);
    if (kinds.size() != 1) {
      throw new Problem(method, "records with some of the components are read of a single entity");
    }
    View view = View.of(kinds.get(0), item, method, types);
    return new Result(call, item, kinds, Optional.of(view));
  }

  boolean isCount() {
    return call.equals("count");
  }

  /** Whether it is the number of items of a whole range. */
  boolean isWhole() {
    return isCount() || call.equals("deleteAll");
  }

  /** The constants of the kinds in generated code. */
  List<String> constants(Entities entities) {
    return view.map(selected -> List.of(entities.constant(selected)))
        .orElseGet(() -> kinds.stream().map(entities::constant).toList());
  }

  /** The components that the result has; empty if it has all of them. */
  Optional<Set<String>> components() {
    return isCount() ? Optional.of(Set.of()) : view.map(selected -> Set.copyOf(selected.names()));
  }
}
