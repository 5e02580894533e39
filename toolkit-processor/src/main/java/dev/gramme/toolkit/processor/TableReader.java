package dev.gramme.toolkit.processor;

import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.IndexKeys;
import dev.gramme.toolkit.processor.EntityModel.ComponentModel;
import dev.gramme.toolkit.processor.EntityModel.Index;
import dev.gramme.toolkit.processor.TableModel.IndexModel;
import dev.gramme.toolkit.processor.TableModel.KeyAttribute;
import dev.gramme.toolkit.schema.EntitySchema.Role;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.TypeElement;

/** Combines entities to a table and checks that they are consistent. */
final class TableReader {
  private TableReader() {}

  /** The table of an interface, with its entities. */
  static TableModel read(TypeElement element, String className, List<EntityModel> entities) {
    AccessPatterns annotation = element.getAnnotation(AccessPatterns.class);
    if (entities.isEmpty()) {
      throw new Problem(element, "no method uses an entity, and entities lists none");
    }
    checkTypes(element, entities);
    boolean sorted = entities.get(0).sk().isPresent();
    for (EntityModel entity : entities) {
      if (entity.sk().isPresent() != sorted) {
        throw new Problem(
            entity.element(),
            "either all entities of a table have a sort key or none; "
                + entities.get(0).simpleName()
                + (sorted ? " has one" : " has none"));
      }
    }
    var pk =
        keyAttribute(annotation.pk(), entities, entities.stream().map(EntityModel::pk).toList());
    Optional<KeyAttribute> sk =
        sorted
            ? Optional.of(
                keyAttribute(
                    annotation.sk(),
                    entities,
                    entities.stream().map(entity -> entity.sk().orElseThrow()).toList()))
            : Optional.empty();
    List<IndexModel> indexes = indexes(element, annotation, entities);
    var table =
        new TableModel(
            element,
            annotation.table(),
            className,
            pk,
            sk,
            annotation.type(),
            timeToLive(entities),
            indexes,
            entities);
    KeyChecks.check(table);
    return table;
  }

  private static void checkTypes(TypeElement element, List<EntityModel> entities) {
    var byType = new LinkedHashMap<String, EntityModel>();
    for (EntityModel entity : entities) {
      EntityModel other = byType.put(entity.type(), entity);
      if (other != null) {
        throw new Problem(
            element,
            other.javaName()
                + " and "
                + entity.javaName()
                + " are both of type "
                + entity.type()
                + "; change one of them with @Entity(type = ...)");
      }
    }
  }

  private static Optional<String> timeToLive(List<EntityModel> entities) {
    String attribute = null;
    for (EntityModel entity : entities) {
      for (ComponentModel component : entity.components()) {
        if (component.is(Role.TIME_TO_LIVE)) {
          if (attribute != null && !attribute.equals(component.attribute())) {
            throw new Problem(
                component.element(),
                "a table has only one time-to-live attribute; here it is "
                    + component.attribute()
                    + ", another entity has "
                    + attribute
                    + "; rename one with @Attribute");
          }
          attribute = component.attribute();
        }
      }
    }
    return Optional.ofNullable(attribute);
  }

  /**
   * The type is that of the field if all templates consist of one field of the same non-string
   * type; otherwise it is a string.
   */
  private static KeyAttribute keyAttribute(
      String name, List<EntityModel> entities, List<Template> templates) {
    var types = new LinkedHashSet<String>();
    for (int i = 0; i < templates.size(); i++) {
      Template template = templates.get(i);
      types.add(
          template.isBare()
              ? bareType(entities.get(i).component(template.fields().get(0)).orElseThrow())
              : "S");
    }
    return new KeyAttribute(name, types.size() == 1 ? types.iterator().next() : "S");
  }

  private static String bareType(ComponentModel component) {
    String type = component.conversion().type();
    return type.equals("N") || type.equals("B") ? type : "S";
  }

  private static List<IndexModel> indexes(
      TypeElement element, AccessPatterns annotation, List<EntityModel> entities) {
    var users = new LinkedHashMap<String, List<EntityModel>>();
    for (EntityModel entity : entities) {
      for (Index index : entity.indexes()) {
        users.computeIfAbsent(index.name(), name -> new ArrayList<>()).add(entity);
      }
    }
    for (IndexKeys keys : annotation.indexes()) {
      if (!users.containsKey(keys.name())) {
        throw new Problem(element, "no entity is in the index " + keys.name());
      }
    }
    return users.entrySet().stream()
        .map(entry -> index(annotation, entry.getKey(), entry.getValue()))
        .toList();
  }

  private static IndexModel index(
      AccessPatterns annotation, String name, List<EntityModel> entities) {
    Index first = entities.get(0).index(name).orElseThrow();
    Set<String> included = new LinkedHashSet<>();
    for (EntityModel entity : entities) {
      Index index = entity.index(name).orElseThrow();
      if (index.global() != first.global()
          || index.pk().size() != first.pk().size()
          || index.sk().size() != first.sk().size()
          || !index.projection().equals(first.projection())) {
        throw new Problem(
            entity.element(),
            "the index "
                + name
                + " differs from that of "
                + entities.get(0).simpleName()
                + ": kind, number of key attributes and projection must be equal");
      }
      for (String component : index.include()) {
        included.add(entity.component(component).orElseThrow().attribute());
      }
    }
    if (!included.isEmpty()) {
      included.add(annotation.type()); // without it a read cannot recognize its items
    }
    return new IndexModel(
        name,
        first.global(),
        keys(annotation, name, entities, true),
        keys(annotation, name, entities, false),
        first.projection(),
        List.copyOf(included));
  }

  private static List<KeyAttribute> keys(
      AccessPatterns annotation, String index, List<EntityModel> entities, boolean partition) {
    List<List<Template>> templates =
        entities.stream()
            .map(entity -> entity.index(index).orElseThrow())
            .map(found -> partition ? found.pk() : found.sk())
            .toList();
    int count = templates.get(0).size();
    List<String> named = named(annotation, index, partition);
    var attributes = new ArrayList<KeyAttribute>();
    for (int i = 0; i < count; i++) {
      int at = i;
      String name =
          named.size() > i
              ? named.get(i)
              : index + (partition ? "PK" : "SK") + (count == 1 ? "" : i + 1);
      attributes.add(
          keyAttribute(name, entities, templates.stream().map(list -> list.get(at)).toList()));
    }
    return attributes;
  }

  private static List<String> named(AccessPatterns annotation, String index, boolean partition) {
    for (IndexKeys keys : annotation.indexes()) {
      if (keys.name().equals(index)) {
        return List.of(partition ? keys.pk() : keys.sk());
      }
    }
    return List.of();
  }

  /** Entities by their records' names. */
  static Map<String, EntityModel> byName(List<EntityModel> entities) {
    var byName = new LinkedHashMap<String, EntityModel>();
    entities.forEach(entity -> byName.put(entity.javaName(), entity));
    return byName;
  }
}
