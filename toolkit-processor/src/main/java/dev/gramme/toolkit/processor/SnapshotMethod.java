package dev.gramme.toolkit.processor;

import dev.gramme.toolkit.TransactGet;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeMirror;

/** Generates the methods that read several items in one transaction. */
final class SnapshotMethod {
  private final Entities entities;
  private final Types types;
  private final Conversions conversions;

  SnapshotMethod(Entities entities, Types types, Conversions conversions) {
    this.entities = entities;
    this.types = types;
    this.conversions = conversions;
  }

  Generated generate(ExecutableElement method, TransactGet get) {
    TypeElement result =
        types
            .element(types.returned(method))
            .filter(element -> Conversions.isRecord(element) && !entities.isKind(element.asType()))
            .orElseThrow(() ->
                new Problem(
                    method,
                    "a @TransactGet must return a record with a component for each item, not "
                        + types.source(types.returned(method))));
    String snapshot = WriteMethod.unused("snapshot", method);
    var reads = new StringBuilder("this.table.reads(" + get.includeExpired() + ")");
    var items = new ArrayList<String>();
    var kinds = new ArrayList<EntityModel>();
    for (RecordComponentElement component : result.getRecordComponents()) {
      TypeMirror type = component.asType();
      Optional<TypeMirror> optional = types.argument(type, "java.util.Optional");
      EntityModel entity = one(method, component, optional.orElse(type));
      String constant = entities.constant(entity);
      reads.append(".get(" + constant + ", " + call(method, component, entity) + ")");
      String item = snapshot + ".item(" + kinds.size() + ", " + constant + ")";
      items.add(
          optional.isPresent() ? item : "this.table.required(" + constant + ", " + item + ")");
      kinds.add(entity);
    }
    for (VariableElement parameter : method.getParameters()) {
      if (result.getRecordComponents().stream()
          .noneMatch(c -> c.getSimpleName().equals(parameter.getSimpleName()))) {
        throw new Problem(
            parameter,
            parameter.getSimpleName() + " is not a component of " + types.source(result.asType()));
      }
    }
    return new Generated(
        List.of(),
        List.of(
            "var " + snapshot + " = " + reads + ".read();",
            "return new " + types.source(result.asType()) + "(" + String.join(", ", items) + ");"),
        new PatternSchema(
            ReadMethod.name(method),
            "TRANSACT_GET",
            "",
            List.copyOf(new LinkedHashSet<>(kinds.stream().map(EntityModel::type).toList())),
            "",
            "",
            true,
            false,
            0,
            1,
            get.budget(),
            PatternSchema.reads(kinds, "ALL", false, false)));
  }

  private EntityModel one(
      ExecutableElement method, RecordComponentElement component, TypeMirror type) {
    if (!entities.isEntity(type)) {
      throw new Problem(
          method,
          "the component "
              + component.getSimpleName()
              + " of the result must be an entity, or an Optional of one");
    }
    return entities.of(type, method).get(0);
  }

  /** The call with the key in the parameter that has the name of a component. */
  private String call(
      ExecutableElement method, RecordComponentElement component, EntityModel entity) {
    VariableElement key = null;
    for (VariableElement parameter : method.getParameters()) {
      if (parameter.getSimpleName().equals(component.getSimpleName())) {
        key = parameter;
      }
    }
    if (key == null) {
      throw new Problem(
          method,
          "the key of "
              + component.getSimpleName()
              + " is missing; add a parameter with this name");
    }
    return KeyArguments.call(
        entity, Filter.NONE, key, Argument.componentsOf(key, types), types, conversions);
  }
}
