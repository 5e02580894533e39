package dev.gramme.toolkit.processor;

import dev.gramme.toolkit.processor.EntityModel.ComponentModel;
import dev.gramme.toolkit.processor.TableModel.IndexModel;
import dev.gramme.toolkit.processor.TableModel.KeyAttribute;
import dev.gramme.toolkit.schema.EntitySchema.Role;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.Element;

/** Checks that the keys of a table's entities are compatible. */
final class KeyChecks {
  private static final Set<String> SAME_TEXT =
      Set.of(
          "KeyType.STRING",
          "KeyType.LOCAL_DATE",
          "KeyType.LOCAL_TIME",
          "KeyType.YEAR_MONTH",
          "KeyType.UUID",
          "KeyType.KSUID");

  /** The attribute with the schema version of an item. */
  private static final String SCHEMA = "SCHEMA";

  /** The prefix of the partition keys of versions. */
  private static final String HISTORY = "HISTORY#";

  private KeyChecks() {}

  static void check(TableModel table) {
    List<EntityModel> entities = table.entities();
    if (table.typeAttribute().equals(SCHEMA)) {
      throw reserved(table.element());
    }
    entities.forEach(entity -> checkTemplates(table, entity));
    if (entities.stream().anyMatch(EntityModel::history)) {
      entities.forEach(KeyChecks::checkHistory);
    }
    for (int i = 0; i < entities.size(); i++) {
      for (int j = 0; j < i; j++) {
        checkApart(table, entities.get(j), entities.get(i));
      }
    }
    entities.forEach(entity -> checkAttributes(table, entity));
  }

  /** Two entities whose keys can be equal would overwrite each other. */
  private static void checkApart(TableModel table, EntityModel one, EntityModel two) {
    boolean partitions = canEqual(table.pk(), one, one.pk(), two, two.pk());
    boolean sorts =
        table.sk().isEmpty()
            || canEqual(table.sk().get(), one, one.sk().orElseThrow(), two, two.sk().orElseThrow());
    if (partitions && sorts) {
      throw new Problem(
          two.element(),
          two.simpleName()
              + " ("
              + text(two)
              + ") and "
              + one.simpleName()
              + " ("
              + text(one)
              + ") can have the same key and would overwrite each other");
    }
  }

  private static boolean canEqual(
      KeyAttribute attribute, EntityModel one, Template first, EntityModel two, Template second) {
    return KeyTypes.template(one, first, attribute.type())
        .canEqual(KeyTypes.template(two, second, attribute.type()));
  }

  /** The versions of entities with a history have a prefix that no item has. */
  private static void checkHistory(EntityModel entity) {
    if (entity.pk().text().startsWith(HISTORY)) {
      throw new Problem(
          entity.element(),
          entity.pk().text(),
          "partition keys that start with " + HISTORY + " are those of versions (@History)");
    }
  }

  /** Validates the key templates. */
  private static void checkTemplates(TableModel table, EntityModel entity) {
    templates(table, entity)
        .forEach((key, template) -> KeyTypes.template(entity, template, key.type()));
    boolean unique = entity.components().stream().anyMatch(c -> c.is(Role.UNIQUE));
    boolean text =
        table.pk().type().equals("S") && table.sk().map(sk -> sk.type().equals("S")).orElse(true);
    if (entity.history() && (!text || table.sk().isEmpty())) {
      throw new Problem(entity.element(), "@History requires string partition and sort keys");
    }
    if (unique && !text) {
      throw new Problem(
          entity.element(), "@Unique requires string key attributes for its marker items");
    }
  }

  /** The template of each key attribute, which the table and several indexes can share. */
  private static Map<KeyAttribute, Template> templates(TableModel table, EntityModel entity) {
    var templates = new LinkedHashMap<KeyAttribute, Template>();
    put(entity, templates, List.of(table.pk()), List.of(entity.pk()));
    put(entity, templates, table.sort(""), entity.sort(""));
    for (IndexModel index : table.indexes()) {
      entity
          .index(index.name())
          .ifPresent(found -> {
            put(entity, templates, index.pk(), found.pk());
            put(entity, templates, index.sk(), found.sk());
          });
    }
    return templates;
  }

  private static String text(EntityModel entity) {
    return entity.pk().text() + entity.sk().map(sk -> ", " + sk.text()).orElse("");
  }

  /** A component can share an attribute with a key only if both have the same value. */
  private static void checkAttributes(TableModel table, EntityModel entity) {
    Map<String, KeyAttribute> attributes = new HashMap<>();
    Map<KeyAttribute, Template> templates = templates(table, entity);
    templates.keySet().forEach(key -> attributes.put(key.name(), key));
    for (ComponentModel component : entity.components()) {
      if (component.attribute().equals(SCHEMA)) {
        throw reserved(component.element());
      }
      if (component.attribute().equals(table.typeAttribute())) {
        throw new Problem(
            component.element(),
            component.attribute() + " is the attribute with the entity type; rename one of them");
      }
      KeyAttribute key = attributes.get(component.attribute());
      if (key == null) {
        continue;
      }
      Template template = templates.get(key);
      if (template == null || !isSame(key, template, component)) {
        throw new Problem(
            component.element(),
            component.name()
                + " is stored in "
                + component.attribute()
                + ", which is a key attribute of type "
                + key.type()
                + " with the template \""
                + (template == null ? "" : template.text())
                + "\"; rename one of them");
      }
    }
  }

  /** Whether the text of a value in a key equals that of its attribute. */
  private static boolean isSame(KeyAttribute key, Template template, ComponentModel component) {
    if (!template.isBare()
        || (key.type().equals("S") && !template.isUnchanged())
        || !template.fields().get(0).equals(component.name())
        || !component.conversion().type().equals(key.type())) {
      return false;
    }
    String keyType = component.conversion().keyType();
    return !key.type().equals("S")
        || SAME_TEXT.contains(keyType)
        || (keyType.startsWith("KeyType.of(") && !KeyTypes.isRanked(component));
  }

  private static void put(
      EntityModel entity,
      Map<KeyAttribute, Template> keys,
      List<KeyAttribute> attributes,
      List<Template> templates) {
    for (int i = 0; i < attributes.size() && i < templates.size(); i++) {
      KeyAttribute attribute = attributes.get(i);
      Template template = templates.get(i);
      if (attribute.name().equals(SCHEMA)) {
        throw reserved(entity.element());
      }
      keys.forEach((other, its) -> {
        if (other.name().equals(attribute.name())
            && !(other.equals(attribute) && its.equals(template))) {
          throw new Problem(
              entity.element(),
              "the key attribute "
                  + attribute.name()
                  + " has the template \""
                  + its.text()
                  + "\" of type "
                  + other.type()
                  + " in one key of "
                  + entity.simpleName()
                  + " and \""
                  + template.text()
                  + "\" of type "
                  + attribute.type()
                  + " in another; give each its own attribute");
        }
      });
      keys.put(attribute, template);
    }
  }

  private static Problem reserved(Element where) {
    return new Problem(
        where, SCHEMA + " is the attribute with the schema version of an item; rename yours");
  }
}
