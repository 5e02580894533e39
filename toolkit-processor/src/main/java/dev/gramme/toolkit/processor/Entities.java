package dev.gramme.toolkit.processor;

import dev.gramme.toolkit.Entity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.lang.model.element.Element;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;

/** The entities of a table, collected from the types in method signatures. */
final class Entities {
  private final EntityReader reader;
  private final Types types;
  private final Map<String, EntityModel> known = new LinkedHashMap<>();
  private final Map<String, Named> views = new LinkedHashMap<>();

  /** A view and the name of its class in generated code. */
  record Named(View view, String name) {}

  Entities(EntityReader reader, Types types) {
    this.reader = reader;
    this.types = types;
  }

  List<EntityModel> all() {
    return List.copyOf(known.values());
  }

  /** Collects all entities in a type, including its type arguments. */
  void collect(TypeMirror type) {
    types
        .element(type)
        .ifPresent(element -> {
          if (isEntity(element)) {
            read(element);
          } else if (element.getModifiers().contains(Modifier.SEALED)) {
            element.getPermittedSubclasses().forEach(this::collect);
          }
        });
    if (type instanceof DeclaredType declared) {
      declared.getTypeArguments().forEach(argument -> collect(Types.bound(argument)));
    }
  }

  /** The entities of a type: a record, or all records of a sealed interface. */
  List<EntityModel> of(TypeMirror type, Element where) {
    var found = new ArrayList<EntityModel>();
    find(type, where, found);
    return List.copyOf(found);
  }

  private void find(TypeMirror type, Element where, List<EntityModel> found) {
    TypeElement element =
        types.element(type).orElseThrow(() -> new Problem(where, type + " is not an entity"));
    if (isEntity(element)) {
      EntityModel model = read(element);
      if (!found.contains(model)) {
        found.add(model);
      }
    } else if (element.getModifiers().contains(Modifier.SEALED)) {
      element.getPermittedSubclasses().forEach(permitted -> find(permitted, where, found));
    } else {
      throw new Problem(
          where,
          types.source(type) + " is neither a record with @Entity nor a sealed interface of such");
    }
  }

  boolean isEntity(TypeMirror type) {
    return types.element(type).filter(Entities::isEntity).isPresent();
  }

  /** Whether a type is an entity or a sealed interface. */
  boolean isKind(TypeMirror type) {
    return types
        .element(type)
        .filter(e -> isEntity(e) || e.getModifiers().contains(Modifier.SEALED))
        .isPresent();
  }

  private static boolean isEntity(TypeElement element) {
    return element.getAnnotation(Entity.class) != null;
  }

  private EntityModel read(TypeElement element) {
    String name = element.getQualifiedName().toString();
    EntityModel model = known.get(name);
    if (model == null) {
      model = reader.read(element);
      known.put(name, model);
    }
    return model;
  }

  /** The constant for an entity in generated code. */
  String constant(EntityModel entity) {
    return EntityWriter.classNames(all()).get(entity.javaName()) + ".ENTITY";
  }

  /** The constant for a view of an entity in generated code. */
  String constant(View view) {
    return views
            .computeIfAbsent(
                view.entity().javaName() + " " + view.record().getQualifiedName(),
                key ->
                    new Named(
                        view,
                        view.record().getSimpleName()
                            + "View"
                            + (views.isEmpty() ? "" : views.size())))
            .name()
        + ".VIEW";
  }

  /** The views found so far. */
  List<Named> views() {
    return List.copyOf(views.values());
  }

  /** The class for an entity in generated code. */
  String className(EntityModel entity) {
    return String.valueOf(EntityWriter.classNames(all()).get(entity.javaName()));
  }
}
