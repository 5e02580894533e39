package dev.gramme.toolkit.processor;

import static dev.gramme.toolkit.processor.Source.literal;

import dev.gramme.toolkit.Add;
import dev.gramme.toolkit.Append;
import dev.gramme.toolkit.Exclude;
import dev.gramme.toolkit.Include;
import dev.gramme.toolkit.Path;
import dev.gramme.toolkit.PutEntries;
import dev.gramme.toolkit.RemoveAt;
import dev.gramme.toolkit.RemoveEntries;
import dev.gramme.toolkit.Subtract;
import dev.gramme.toolkit.Update;
import dev.gramme.toolkit.processor.EntityModel.ComponentModel;
import dev.gramme.toolkit.processor.EntityModel.Index;
import dev.gramme.toolkit.schema.EntitySchema.Role;
import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.type.TypeMirror;

/** Generates the steps of an update from its parameters. */
final class UpdateSteps {
  private static final List<Class<? extends Annotation>> STEPS =
      List.of(
          Add.class,
          Subtract.class,
          Include.class,
          Exclude.class,
          Append.class,
          RemoveAt.class,
          PutEntries.class,
          RemoveEntries.class,
          Path.class);

  private final EntityModel entity;
  private final Entities entities;
  private final Types types;
  private final Conversions conversions;
  private final Filter condition;
  private final boolean upsert;
  private final PartSteps parts;
  private final List<List<String>> paths = new ArrayList<>();
  private final StringBuilder source = new StringBuilder();
  private final Set<String> changed = new HashSet<>();
  private final Set<String> set = new HashSet<>();
  private final Set<String> keys = new HashSet<>();
  private final Set<String> bound = new HashSet<>();

  /**
   * The steps of an update.
   *
   * @param arguments the key, the changes, and the values of the condition
   */
  static UpdateSteps of(
      EntityModel entity,
      Update update,
      Element where,
      List<Argument> arguments,
      Entities entities,
      Types types,
      Conversions conversions) {
    if (entity.history()) {
      throw new Problem(
          where, "an entity with @History cannot be updated; write it with @Put or @Replace");
    }
    Filter filter =
        Filter.parse(update.condition(), List.of(entity), where, arguments, types, conversions);
    var steps = new UpdateSteps(entity, entities, types, conversions, filter, update.upsert());
    for (Argument argument : arguments) {
      if (entity.keyFields().contains(argument.name())) {
        steps.key(argument);
      } else {
        steps.step(argument);
      }
    }
    KeyArguments.wholeKey(where, entity.keyFields(), steps.keys);
    steps.check(where);
    return steps;
  }

  private UpdateSteps(
      EntityModel entity,
      Entities entities,
      Types types,
      Conversions conversions,
      Filter condition,
      boolean upsert) {
    this.entity = entity;
    this.entities = entities;
    this.types = types;
    this.conversions = conversions;
    this.condition = condition;
    this.upsert = upsert;
    this.parts = new PartSteps(entity, entities, types, conversions, upsert);
  }

  /** Adds a parameter that is a field of the key. */
  private void key(Argument argument) {
    ComponentModel component = component(argument, argument.name());
    same(argument, component.valueType());
    keys.add(argument.name());
    source.append(".key(" + literal(argument.name()) + ", " + argument.source() + ")");
    if (upsert) {
      source.append(
          ".identify("
              + entities.className(entity)
              + "."
              + component.name()
              + ", "
              + (component.conversion().optional()
                  ? "Optional.of(" + argument.source() + ")"
                  : argument.source())
              + ")");
    }
    value(argument);
  }

  /** Adds a parameter that changes a component, or is a value of the condition. */
  private void step(Argument argument) {
    String name = argument.name();
    checkSingle(argument);
    Optional<PartSteps.Step> part = parts.of(argument);
    Add add = argument.element().getAnnotation(Add.class);
    Subtract subtract = argument.element().getAnnotation(Subtract.class);
    Include include = argument.element().getAnnotation(Include.class);
    Exclude exclude = argument.element().getAnnotation(Exclude.class);
    if (part.isPresent()) {
      change(argument, part.get().component(), part.get().path());
      source.append(part.get().source());
    } else if (add != null) {
      add(argument, add.value().isEmpty() ? name : add.value(), "add");
    } else if (subtract != null) {
      add(argument, subtract.value().isEmpty() ? name : subtract.value(), "subtract");
    } else if (include != null) {
      String component = include.value().isEmpty() ? name : include.value();
      member(argument, component, "include", ", " + include.limit());
    } else if (exclude != null) {
      member(argument, exclude.value().isEmpty() ? name : exclude.value(), "exclude", "");
    } else if (entity.component(name).isPresent()) {
      set(argument, component(argument, name));
      value(argument);
    } else if (!value(argument)) {
      throw new Problem(
          argument.element(),
          name
              + " is not a component of "
              + entity.simpleName()
              + ", and not used in the condition");
    }
  }

  private static void checkSingle(Argument argument) {
    if (STEPS.stream().filter(step -> argument.element().getAnnotation(step) != null).count() > 1) {
      throw new Problem(
          argument.element(), argument.name() + " has annotations of several changes");
    }
  }

  private void set(Argument argument, ComponentModel component) {
    TypeMirror type = argument.type();
    String reference = entities.className(entity) + "." + component.name();
    if (component.is(Role.VERSION)) {
      same(argument, component.valueType());
      source.append(".expecting(" + argument.source() + ")");
      changed.add(component.name());
      return;
    }
    if (!types.same(type, component.element().asType())) {
      if (!types.same(type, component.valueType())) {
        throw wrongType(argument, component.element().asType());
      }
      source.append(".set(" + reference + ", Optional.of(" + argument.source() + "))");
    } else {
      source.append(".set(" + reference + ", " + argument.source() + ")");
    }
    change(argument, component);
    set.add(component.name());
  }

  private void add(Argument argument, String name, String step) {
    ComponentModel component = component(argument, name);
    if (!component.conversion().type().equals("N") || component.is(Role.TIME_TO_LIVE)) {
      throw new Problem(argument.element(), name + " is not a number");
    }
    same(argument, component.valueType());
    change(argument, component);
    source.append(
        "."
            + step
            + "("
            + String.join(
                ", ",
                entities.className(entity) + "." + name,
                component.conversion().heldSource(),
                argument.source())
            + ")");
  }

  private void member(Argument argument, String name, String step, String more) {
    ComponentModel component = component(argument, name);
    Optional<TypeMirror> element = types.argument(component.valueType(), "java.util.Set");
    if (element.isEmpty()) {
      throw new Problem(argument.element(), name + " is not a set");
    }
    boolean whole = types.same(argument.type(), component.valueType());
    if (!whole && !types.same(argument.type(), element.get())) {
      throw wrongType(argument, element.get());
    }
    change(argument, component);
    source.append(
        "."
            + step
            + "("
            + entities.className(entity)
            + "."
            + name
            + ", "
            + (whole ? argument.source() : "Set.of(" + argument.source() + ")")
            + more
            + ")");
  }

  private boolean value(Argument argument) {
    if (!condition.values().contains(argument.name())) {
      return false;
    }
    bound.add(argument.name());
    source.append(
        ".value("
            + String.join(
                ", ",
                literal(":" + argument.name()),
                Parameters.converter(argument, condition, types, conversions),
                argument.source())
            + ")");
    return true;
  }

  private void change(Argument argument, ComponentModel component) {
    change(argument, component, List.of(component.name()));
  }

  /** Records a change of a component, or of a part of it. */
  private void change(Argument argument, ComponentModel component, List<String> path) {
    if (component.is(Role.CREATED) || component.is(Role.UPDATED)) {
      throw new Problem(
          argument.element(), component.name() + " is set by the table's clock, not by an update");
    }
    if (component.is(Role.UNIQUE)) {
      throw new Problem(
          argument.element(),
          component.name()
              + " is unique; change it with @Put or @Replace, which also update its marker item");
    }
    if (component.is(Role.TIME_TO_LIVE)
        && entity.components().stream().anyMatch(other -> other.is(Role.UNIQUE))) {
      throw new Problem(
          argument.element(),
          component.name()
              + " is the time to live of an entity with a unique component, whose marker items"
              + " expire with it; change it with @Put or @Replace");
    }
    for (List<String> other : paths) {
      int common = Math.min(path.size(), other.size());
      if (path.subList(0, common).equals(other.subList(0, common))) {
        throw new Problem(argument.element(), component.name() + " is changed twice");
      }
    }
    paths.add(path);
    changed.add(component.name());
  }

  /** Checks that involve several parameters. */
  private void check(Element method) {
    if (changed.isEmpty()) {
      throw new Problem(method, "the update changes nothing");
    }
    for (String value : condition.values()) {
      if (!bound.contains(value)) {
        throw new Problem(method, "the condition names :" + value + ", which is not a parameter");
      }
    }
    if (upsert) {
      checkUpsert(method);
    }
    stamp();
    for (Index index : entity.indexes()) {
      reindex(method, index);
    }
  }

  /** Updates the key of an index, if one of its components changes. */
  private void reindex(Element method, Index index) {
    List<Template> templates = Stream.concat(index.pk().stream(), index.sk().stream()).toList();
    List<String> fields = fields(templates);
    // A new item needs its keys of indexes even if they consist of the key of the table.
    boolean created =
        upsert && fields.stream().allMatch(field -> set.contains(field) || keys.contains(field));
    if (!created && fields.stream().noneMatch(changed::contains)) {
      return;
    }
    // An item without one of the components has no attribute of the key, so all are written.
    boolean whole =
        upsert
            || fields.stream()
                .anyMatch(field -> entity.component(field).orElseThrow().conversion().optional());
    List<Template> written =
        whole
            ? templates
            : templates.stream()
                .filter(template -> template.fields().stream().anyMatch(changed::contains))
                .toList();
    for (String field : fields(written)) {
      if (!set.contains(field) && !keys.contains(field)) {
        checkCreation(method, index, field);
        throw new Problem(
            method,
            "the key of the index "
                + index.name()
                + " changes with this, and also contains "
                + field
                + "; set that as well, or write the item with @Put");
      }
    }
    source.append((whole ? ".reindex(" : ".reindexChanged(") + literal(index.name()) + ")");
  }

  private static List<String> fields(List<Template> templates) {
    return templates.stream().flatMap(template -> template.fields().stream()).distinct().toList();
  }

  /** The time of the write is a change, and that of the creation if the item can be new. */
  private void stamp() {
    for (ComponentModel component : entity.components()) {
      if (component.is(Role.UPDATED)) {
        changed.add(component.name());
        set.add(component.name());
      } else if (upsert && component.is(Role.CREATED)) {
        changed.add(component.name());
      }
    }
  }

  private void checkCreation(Element method, Index index, String field) {
    if (entity.component(field).orElseThrow().is(Role.CREATED)) {
      throw new Problem(
          method,
          "the key of the index "
              + index.name()
              + " changes with this, and also contains "
              + field
              + ", which an update does not know; write the item with @Put");
    }
  }

  private boolean isStamped() {
    return entity.components().stream().anyMatch(c -> c.is(Role.CREATED) || c.is(Role.UPDATED));
  }

  /** A new item has the defaults of the components that the update does not set. */
  private void initial(ComponentModel component, Element where) {
    for (Index index : entity.indexes()) {
      boolean part =
          Stream.concat(index.pk().stream(), index.sk().stream())
              .anyMatch(template -> template.fields().contains(component.name()));
      if (part) {
        throw new Problem(
            where,
            "an update that may create the item must set "
                + component.name()
                + ", which is part of the key of the index "
                + index.name());
      }
    }
    source.append(".initial(" + entities.className(entity) + "." + component.name() + ")");
    changed.add(component.name());
  }

  /** A new item must be complete. */
  private void checkUpsert(Element where) {
    if (!entity.upcasts().isEmpty()) {
      throw new Problem(
          where,
          "an item of an older schema version cannot be updated or created by one request; write a "
              + entity.simpleName()
              + " with @Put");
    }
    for (ComponentModel component : entity.components()) {
      boolean version = component.is(Role.VERSION);
      if (version && changed.contains(component.name())) {
        throw new Problem(
            where, "an update that may create the item cannot require the version of an item");
      }
      boolean unset = !changed.contains(component.name()) && !keys.contains(component.name());
      if (unset && component.conversion().hasDefault()) {
        initial(component, where);
        continue;
      }
      boolean absent =
          version
              || component.is(Role.CREATED)
              || component.is(Role.UPDATED)
              || component.conversion().optional()
              || types.argument(component.valueType(), "java.util.Set").isPresent();
      if (!absent && unset) {
        throw new Problem(
            where,
            "an update that may create the item must set "
                + component.name()
                + ", which is neither an Optional nor a set");
      }
    }
  }

  /** What the update does to the item. */
  String effect() {
    return upsert ? "UPSERT" : "UPDATE";
  }

  /** The components that the update changes; the version changes with each update. */
  List<String> changed() {
    var all = new TreeSet<>(changed);
    entity.components().stream()
        .filter(component -> component.is(Role.VERSION))
        .forEach(component -> all.add(component.name()));
    return List.copyOf(all);
  }

  /** The expression of the change. */
  String change() {
    return "Change.of("
        + entities.constant(entity)
        + ")"
        + (upsert ? ".creating()" : "")
        + (isStamped() ? ".at(this.table.clock().instant())" : "")
        + WriteMethod.condition(condition).map(c -> ".condition(" + c + ")").orElse("")
        + source;
  }

  private ComponentModel component(Argument argument, String name) {
    return entity
        .component(name)
        .orElseThrow(() ->
            new Problem(
                argument.element(), name + " is not a component of " + entity.simpleName()));
  }

  private void same(Argument argument, TypeMirror type) {
    if (!types.same(argument.type(), type)) {
      throw wrongType(argument, type);
    }
  }

  private Problem wrongType(Argument argument, TypeMirror type) {
    return wrongType(argument, type, types);
  }

  static Problem wrongType(Argument argument, TypeMirror type, Types types) {
    return new Problem(
        argument.element(),
        argument.name()
            + " is of type "
            + types.source(type)
            + ", not "
            + types.source(argument.type()));
  }
}
