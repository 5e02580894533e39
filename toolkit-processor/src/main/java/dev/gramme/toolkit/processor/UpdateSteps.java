package dev.gramme.toolkit.processor;

import static dev.gramme.toolkit.processor.Source.literal;

import dev.gramme.toolkit.Add;
import dev.gramme.toolkit.Exclude;
import dev.gramme.toolkit.Include;
import dev.gramme.toolkit.processor.EntityModel.ComponentModel;
import dev.gramme.toolkit.processor.EntityModel.Index;
import dev.gramme.toolkit.schema.EntitySchema.Role;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeMirror;

/** Generates the steps of an update from its parameters. */
final class UpdateSteps {
  private final EntityModel entity;
  private final Entities entities;
  private final Types types;
  private final Conversions conversions;
  private final Filter condition;
  private final StringBuilder source = new StringBuilder();
  private final Set<String> changed = new HashSet<>();
  private final Set<String> set = new HashSet<>();
  private final Set<String> keys = new HashSet<>();
  private final Set<String> bound = new HashSet<>();

  UpdateSteps(
      EntityModel entity,
      Entities entities,
      Types types,
      Conversions conversions,
      Filter condition) {
    this.entity = entity;
    this.entities = entities;
    this.types = types;
    this.conversions = conversions;
    this.condition = condition;
  }

  /** Adds a parameter that is a field of the key. */
  void key(VariableElement parameter) {
    ComponentModel component = component(parameter, name(parameter));
    same(parameter, component.held());
    keys.add(name(parameter));
    source.append(".key(" + literal(name(parameter)) + ", " + name(parameter) + ")");
    value(parameter);
  }

  /** Adds a parameter that changes a component, or is a value of the condition. */
  void step(VariableElement parameter) {
    String name = name(parameter);
    Add add = parameter.getAnnotation(Add.class);
    Include include = parameter.getAnnotation(Include.class);
    Exclude exclude = parameter.getAnnotation(Exclude.class);
    if (add != null) {
      add(parameter, add.value().isEmpty() ? name : add.value());
    } else if (include != null) {
      String component = include.value().isEmpty() ? name : include.value();
      member(parameter, component, "include", ", " + include.limit());
    } else if (exclude != null) {
      member(parameter, exclude.value().isEmpty() ? name : exclude.value(), "exclude", "");
    } else if (entity.component(name).isPresent()) {
      set(parameter, component(parameter, name));
      value(parameter);
    } else if (!value(parameter)) {
      throw new Problem(
          parameter,
          name
              + " is not a component of "
              + entity.simpleName()
              + ", and not used in the condition");
    }
  }

  private void set(VariableElement parameter, ComponentModel component) {
    TypeMirror type = parameter.asType();
    String reference = entities.className(entity) + "." + component.name();
    if (component.is(Role.VERSION)) {
      same(parameter, component.held());
      source.append(".expecting(" + component.name() + ")");
      changed.add(component.name());
      return;
    }
    if (!types.same(type, component.element().asType())) {
      if (!types.same(type, component.held())) {
        throw wrongType(parameter, component.element().asType());
      }
      source.append(".set(" + reference + ", Optional.of(" + name(parameter) + "))");
    } else {
      source.append(".set(" + reference + ", " + name(parameter) + ")");
    }
    change(parameter, component);
    set.add(component.name());
  }

  private void add(VariableElement parameter, String name) {
    ComponentModel component = component(parameter, name);
    if (!component.conversion().type().equals("N") || component.is(Role.TIME_TO_LIVE)) {
      throw new Problem(parameter, name + " is not a number");
    }
    same(parameter, component.held());
    change(parameter, component);
    source.append(
        ".add("
            + String.join(
                ", ",
                entities.className(entity) + "." + name,
                component.conversion().heldSource(),
                name(parameter))
            + ")");
  }

  private void member(VariableElement parameter, String name, String step, String more) {
    ComponentModel component = component(parameter, name);
    Optional<TypeMirror> element = types.argument(component.held(), "java.util.Set");
    if (element.isEmpty()) {
      throw new Problem(parameter, name + " is not a set");
    }
    boolean whole = types.same(parameter.asType(), component.held());
    if (!whole && !types.same(parameter.asType(), element.get())) {
      throw wrongType(parameter, element.get());
    }
    change(parameter, component);
    source.append(
        "."
            + step
            + "("
            + entities.className(entity)
            + "."
            + name
            + ", "
            + (whole ? name(parameter) : "Set.of(" + name(parameter) + ")")
            + more
            + ")");
  }

  private boolean value(VariableElement parameter) {
    if (!condition.values().contains(name(parameter))) {
      return false;
    }
    bound.add(name(parameter));
    source.append(
        ".value("
            + String.join(
                ", ",
                literal(":" + name(parameter)),
                Parameters.converter(parameter, condition, types, conversions),
                name(parameter))
            + ")");
    return true;
  }

  private void change(VariableElement parameter, ComponentModel component) {
    if (component.is(Role.UNIQUE)) {
      throw new Problem(
          parameter,
          component.name()
              + " is unique; change it with @Put or @Replace, which also update its marker item");
    }
    if (!changed.add(component.name())) {
      throw new Problem(parameter, component.name() + " is changed twice");
    }
  }

  /** Checks that involve several parameters. */
  void check(ExecutableElement method) {
    if (changed.isEmpty()) {
      throw new Problem(method, "the update changes nothing");
    }
    for (String value : condition.values()) {
      if (!bound.contains(value)) {
        throw new Problem(method, "the condition names :" + value + ", which is not a parameter");
      }
    }
    for (Index index : entity.indexes()) {
      var templates = new ArrayList<>(index.pk());
      templates.addAll(index.sk());
      List<String> fields =
          templates.stream().flatMap(template -> template.fields().stream()).distinct().toList();
      if (fields.stream().noneMatch(changed::contains)) {
        continue;
      }
      for (String field : fields) {
        if (!set.contains(field) && !keys.contains(field)) {
          throw new Problem(
              method,
              "the key of the index "
                  + index.name()
                  + " changes with this, and also contains "
                  + field
                  + "; set that as well, or write the item with @Put");
        }
      }
      source.append(".reindex(" + literal(index.name()) + ")");
    }
  }

  /** The components that the update changes; the version changes with each update. */
  List<String> changed() {
    var all = new TreeSet<>(changed);
    entity.components().stream()
        .filter(component -> component.is(Role.VERSION))
        .forEach(component -> all.add(component.name()));
    return List.copyOf(all);
  }

  String source() {
    return source.toString();
  }

  private ComponentModel component(VariableElement parameter, String name) {
    return entity
        .component(name)
        .orElseThrow(
            () -> new Problem(parameter, name + " is not a component of " + entity.simpleName()));
  }

  private void same(VariableElement parameter, TypeMirror type) {
    if (!types.same(parameter.asType(), type)) {
      throw wrongType(parameter, type);
    }
  }

  private Problem wrongType(VariableElement parameter, TypeMirror type) {
    return new Problem(
        parameter,
        name(parameter)
            + " is of type "
            + types.source(type)
            + ", not "
            + types.source(parameter.asType()));
  }

  private static String name(VariableElement parameter) {
    return parameter.getSimpleName().toString();
  }
}
