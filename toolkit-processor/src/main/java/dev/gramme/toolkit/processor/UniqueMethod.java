package dev.gramme.toolkit.processor;

import dev.gramme.toolkit.Get;
import dev.gramme.toolkit.processor.EntityModel.ComponentModel;
import dev.gramme.toolkit.schema.EntitySchema.Role;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.VariableElement;

/** Generates the methods that read an item by a unique value. */
final class UniqueMethod {
  private UniqueMethod() {}

  /**
   * The unique component that is the only parameter of a method, if it is not a part of the key.
   */
  static Optional<ComponentModel> component(ExecutableElement method, EntityModel entity) {
    return method.getParameters().size() == 1
        ? entity
            .component(method.getParameters().get(0).getSimpleName().toString())
            .filter(component ->
                component.is(Role.UNIQUE) && !entity.keyFields().contains(component.name()))
        : Optional.empty();
  }

  static Generated get(
      ExecutableElement method,
      Get get,
      Result result,
      ComponentModel component,
      Entities entities,
      Types types) {
    EntityModel entity = result.kinds().get(0);
    VariableElement value = method.getParameters().get(0);
    if (result.view().isPresent()) {
      throw new Problem(
          method, "a read by a unique value returns whole items of " + entity.simpleName());
    }
    if (!types.same(value.asType(), component.valueType())) {
      throw new Problem(
          value,
          component.name()
              + " is of type "
              + types.source(component.valueType())
              + " in the record, not "
              + types.source(value.asType()));
    }
    String constant = entities.constant(entity);
    String call =
        "this.table.getUnique("
            + String.join(
                ", ",
                constant,
                entities.className(entity) + "." + component.name(),
                component.conversion().heldSource() + ".toAttribute(" + component.name() + ")",
                String.valueOf(get.consistent()),
                String.valueOf(get.includeExpired()))
            + ")";
    boolean optional = types.argument(types.returned(method), "java.util.Optional").isPresent();
    return new Generated(
        List.of(),
        List.of(
            optional
                ? "return " + call + ";"
                : "return this.table.required(" + constant + ", " + call + ");"),
        new PatternSchema(
            ReadMethod.name(method),
            "UNIQUE_GET",
            "",
            List.of(entity.type()),
            component.name() + " = {" + component.name() + "}",
            "",
            get.consistent(),
            false,
            0,
            1,
            get.budget(),
            ""));
  }
}
