package dev.gramme.toolkit.processor;

import dev.gramme.toolkit.Append;
import dev.gramme.toolkit.Path;
import dev.gramme.toolkit.PutEntries;
import dev.gramme.toolkit.RemoveAt;
import dev.gramme.toolkit.RemoveEntries;
import dev.gramme.toolkit.processor.EntityModel.ComponentModel;
import dev.gramme.toolkit.processor.EntityModel.Conversion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Generates the steps of an update that change a part of a component. */
final class PartSteps {
  private final EntityModel entity;
  private final Entities entities;
  private final Types types;
  private final Conversions conversions;
  private final boolean upsert;

  PartSteps(
      EntityModel entity, Entities entities, Types types, Conversions conversions, boolean upsert) {
    this.entity = entity;
    this.entities = entities;
    this.types = types;
    this.conversions = conversions;
    this.upsert = upsert;
  }

  /**
   * A step.
   *
   * @param path the component and the names of the part within it
   * @param source the call
   */
  record Step(ComponentModel component, List<String> path, String source) {}

  /** The step of a parameter that changes a part of a component; empty for other parameters. */
  Optional<Step> of(Argument argument) {
    Append append = argument.element().getAnnotation(Append.class);
    RemoveAt removeAt = argument.element().getAnnotation(RemoveAt.class);
    PutEntries put = argument.element().getAnnotation(PutEntries.class);
    RemoveEntries remove = argument.element().getAnnotation(RemoveEntries.class);
    Path path = argument.element().getAnnotation(Path.class);
    if (append != null) {
      return Optional.of(append(argument, component(argument, append.value())));
    }
    if (removeAt != null) {
      return Optional.of(removeAt(argument, part(argument, removeAt.value())));
    }
    if (put != null) {
      return Optional.of(putEntries(argument, part(argument, put.value())));
    }
    if (remove != null) {
      return Optional.of(removeEntries(argument, part(argument, remove.value())));
    }
    return path == null ? Optional.empty() : Optional.of(path(argument, path.value()));
  }

  private Step append(Argument argument, ComponentModel component) {
    TypeMirror element = element(argument, component);
    boolean several = types.same(argument.type(), component.valueType());
    if (!several && !types.same(argument.type(), element)) {
      throw UpdateSteps.wrongType(argument, element, types);
    }
    String elements = several ? argument.source() : "List.of(" + argument.source() + ")";
    return step(component, "append", component.conversion().heldSource(), elements);
  }

  private Step removeAt(Argument argument, ComponentModel component) {
    var unused = element(argument, component);
    if (argument.type().getKind() != TypeKind.INT) {
      throw new Problem(
          argument.element(),
          argument.name()
              + " is the index of an element, an int, not "
              + types.source(argument.type()));
    }
    return step(component, "removeAt", argument.source());
  }

  private Step putEntries(Argument argument, ComponentModel component) {
    TypeMirror value = value(argument, component);
    if (!types.same(argument.type(), component.valueType())) {
      throw UpdateSteps.wrongType(argument, component.valueType(), types);
    }
    String converter = conversions.of(value, argument.element()).source();
    return step(component, "putEntries", converter, argument.source());
  }

  private Step removeEntries(Argument argument, ComponentModel component) {
    TypeMirror key = keyOfMap(argument, component);
    boolean several =
        types
            .argument(argument.type(), "java.util.Set")
            .filter(one -> types.same(one, key))
            .isPresent();
    if (!several && !types.same(argument.type(), key)) {
      String type = types.name(key);
      throw new Problem(
          argument.element(),
          argument.name()
              + " is the key of an entry, a "
              + (type.equals("java.lang.String") ? "String" : type)
              + ", or a Set of them, not "
              + types.source(argument.type()));
    }
    return step(
        component,
        "removeEntries",
        several ? argument.source() : "Set.of(" + argument.source() + ")");
  }

  private Step path(Argument argument, String text) {
    List<String> names = List.of(text.split("[.]", -1));
    if (names.size() < 2) {
      throw new Problem(
          argument.element(),
          "the path \"" + text + "\" needs a component and a name within it, separated by a dot");
    }
    ComponentModel component = part(argument, names.get(0));
    Conversion at = component.conversion();
    var within =
        new Within(
            types,
            conversions,
            argument.element(),
            reason -> new Problem(argument.element(), "in the path \"" + text + "\" " + reason));
    var attributes = new ArrayList<String>();
    for (int i = 1; i < names.size(); i++) {
      Within.Part part = within.part(names.get(i - 1), at, names.get(i));
      attributes.add(part.attribute());
      at = part.conversion();
    }
    String value = argument.source();
    TypeMirror valueType = at.valueType();
    if (types.same(argument.type(), valueType)) {
      value = at.optional() ? "Optional.of(" + value + ")" : value;
    } else if (!at.optional()
        || types
            .argument(argument.type(), "java.util.Optional")
            .filter(type -> types.same(type, valueType))
            .isEmpty()) {
      throw UpdateSteps.wrongType(argument, valueType, types);
    }
    return new Step(
        component,
        names,
        call("setIn", component, Source.listOfLiterals(attributes), at.source(), value));
  }

  private TypeMirror keyOfMap(Argument argument, ComponentModel component) {
    var unused = value(argument, component);
    return ((DeclaredType) component.valueType()).getTypeArguments().get(0);
  }

  private TypeMirror element(Argument argument, ComponentModel component) {
    return types
        .argument(component.valueType(), "java.util.List")
        .filter(element -> component.conversion().type().equals("L"))
        .orElseThrow(() -> new Problem(argument.element(), component.name() + " is not a list"));
  }

  private TypeMirror value(Argument argument, ComponentModel component) {
    return Within.valueOfMap(component.conversion(), types)
        .orElseThrow(() -> new Problem(argument.element(), component.name() + " is not a map"));
  }

  /** The component of which an existing item must have a value. */
  private ComponentModel part(Argument argument, String name) {
    ComponentModel component = component(argument, name);
    if (upsert) {
      throw new Problem(
          argument.element(),
          "an update that may create the item cannot change a part of "
              + component.name()
              + ", which a new item lacks");
    }
    return component;
  }

  private ComponentModel component(Argument argument, String name) {
    String named = name.isEmpty() ? argument.name() : name;
    return entity
        .component(named)
        .orElseThrow(() ->
            new Problem(
                argument.element(), named + " is not a component of " + entity.simpleName()));
  }

  private Step step(ComponentModel component, String method, String... arguments) {
    return new Step(component, List.of(component.name()), call(method, component, arguments));
  }

  private String call(String method, ComponentModel component, String... arguments) {
    return "."
        + method
        + "("
        + entities.className(entity)
        + "."
        + component.name()
        + ", "
        + String.join(", ", arguments)
        + ")";
  }
}
