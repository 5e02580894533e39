package dev.gramme.toolkit.processor;

import dev.gramme.toolkit.processor.EntityModel.ComponentModel;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.Element;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;

/**
 * A record with some of an entity's components, which a read returns in place of the entity.
 *
 * @param components the entity's components in the order of the record
 */
record View(EntityModel entity, TypeElement record, List<ComponentModel> components) {
  /** The view of an entity as a record. */
  static View of(EntityModel entity, TypeMirror type, Element where, Types types) {
    TypeElement record =
        types
            .element(type)
            .filter(Conversions::isRecord)
            .orElseThrow(() ->
                new Problem(
                    where,
                    types.source(type)
                        + " is neither "
                        + entity.simpleName()
                        + " nor a record with some of its components"));
    String name = record.getSimpleName().toString();
    if (record.getModifiers().contains(Modifier.PRIVATE)) {
      throw new Problem(
          where, record.getQualifiedName() + " is private; generated code must have access to it");
    }
    var components = new ArrayList<ComponentModel>();
    for (RecordComponentElement own : record.getRecordComponents()) {
      Annotations.refuseStored(own, where);
      ComponentModel component =
          entity
              .component(own.getSimpleName().toString())
              .orElseThrow(() ->
                  new Problem(
                      where,
                      own.getSimpleName()
                          + " of "
                          + name
                          + " is not a component of "
                          + entity.simpleName()));
      TypeMirror wanted = component.element().asType();
      if (!types.same(own.asType(), wanted)) {
        throw new Problem(
            where,
            component.name()
                + " of "
                + name
                + " is of type "
                + types.source(own.asType())
                + ", and of type "
                + types.source(wanted)
                + " in "
                + entity.simpleName());
      }
      components.add(component);
    }
    if (components.isEmpty()) {
      throw new Problem(where, name + " has no components");
    }
    return new View(entity, record, List.copyOf(components));
  }

  List<String> names() {
    return components.stream().map(ComponentModel::name).toList();
  }
}
