package dev.gramme.toolkit.processor;

import dev.gramme.toolkit.processor.EntityModel.ComponentModel;
import dev.gramme.toolkit.processor.TableModel.IndexModel;
import dev.gramme.toolkit.processor.TableModel.KeyAttribute;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;

/** Checks that an index projects every attribute that a read needs. */
final class Projected {
  private Projected() {}

  /**
   * Refuses items with a schema version above 1: an index that does not project all attributes
   * lacks the version and what an upcast needs.
   */
  static void checkUpcasts(ExecutableElement method, List<EntityModel> kinds, IndexModel index) {
    for (EntityModel kind : kinds) {
      if (!kind.upcasts().isEmpty()) {
        throw new Problem(
            method,
            "the index "
                + index.name()
                + " does not project all attributes, which the conversion of an older "
                + kind.simpleName()
                + " (@SchemaVersion) can need; project ALL");
      }
    }
  }

  /**
   * Checks a read of an index that does not project all attributes.
   *
   * @param needed the components that the read needs; empty if it needs all of them
   */
  static void check(
      ExecutableElement method,
      List<EntityModel> kinds,
      Optional<Set<String>> needed,
      IndexModel index,
      TableModel table) {
    Set<String> present = new HashSet<>(index.included());
    present.add(table.pk().name());
    table.sk().map(KeyAttribute::name).ifPresent(present::add);
    index.pk().forEach(key -> present.add(key.name()));
    index.sk().forEach(key -> present.add(key.name()));
    for (EntityModel kind : kinds) {
      for (ComponentModel component : kind.components()) {
        boolean canBeMissing =
            component.conversion().optional()
                || component.conversion().source().startsWith("Converters.set(");
        if (needed.map(names -> names.contains(component.name())).orElse(true)
            && !present.contains(component.attribute())) {
          throw new Problem(
              method,
              "the index "
                  + index.name()
                  + " does not project "
                  + component.name()
                  + " of "
                  + kind.simpleName()
                  + (canBeMissing ? ", so it would be read as empty" : ", which is required")
                  + "; project ALL or include the attribute");
        }
      }
    }
    if (!present.contains(table.typeAttribute())) {
      throw new Problem(
          method,
          "the index "
              + index.name()
              + " does not project the attribute "
              + table.typeAttribute()
              + " with the kind of an item; project ALL, or INCLUDE, which contains it");
    }
  }
}
