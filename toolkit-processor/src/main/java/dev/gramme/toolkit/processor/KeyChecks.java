package dev.gramme.toolkit.processor;

import dev.gramme.toolkit.processor.EntityModel.ComponentModel;
import dev.gramme.toolkit.processor.TableModel.IndexModel;
import dev.gramme.toolkit.processor.TableModel.KeyAttribute;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Whether the keys of a table's entities can stand beside each other. */
final class KeyChecks {
  private KeyChecks() {}

  static void check(TableModel table) {
    List<EntityModel> entities = table.entities();
    for (int i = 0; i < entities.size(); i++) {
      for (int j = 0; j < i; j++) {
        checkApart(entities.get(j), entities.get(i));
      }
    }
    entities.forEach(entity -> checkAttributes(table, entity));
  }

  /** Two entities whose keys can be equal would overwrite each other. */
  private static void checkApart(EntityModel one, EntityModel two) {
    boolean partitions = one.pk().overlaps(two.pk());
    boolean sorts = one.sk().isEmpty() || one.sk().get().overlaps(two.sk().orElseThrow());
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

  private static String text(EntityModel entity) {
    return entity.pk().text() + entity.sk().map(sk -> ", " + sk.text()).orElse("");
  }

  /** A component can share an attribute with a key only if both are the same. */
  private static void checkAttributes(TableModel table, EntityModel entity) {
    Map<String, Template> keys = new HashMap<>();
    keys.put(table.pk().name(), entity.pk());
    table.sk().ifPresent(sk -> keys.put(sk.name(), entity.sk().orElseThrow()));
    for (IndexModel index : table.indexes()) {
      entity
          .index(index.name())
          .ifPresent(
              found -> {
                put(keys, index.pk(), found.pk());
                put(keys, index.sk(), found.sk());
              });
    }
    for (ComponentModel component : entity.components()) {
      if (component.attribute().equals(table.typeAttribute())) {
        throw new Problem(
            component.element(),
            component.attribute()
                + " is the attribute that tells the kinds apart; rename one of them");
      }
      Template template = keys.get(component.attribute());
      if (template != null && !isPlain(template, component)) {
        throw new Problem(
            component.element(),
            component.name()
                + " is kept in "
                + component.attribute()
                + ", which is a key attribute with the template \""
                + template.text()
                + "\"; rename one of them");
      }
    }
  }

  private static boolean isPlain(Template template, ComponentModel component) {
    String type = component.conversion().type();
    boolean text =
        type.equals("S") && component.held().toString().endsWith("java.lang.String");
    return template.isBare()
        && template.fields().getFirst().equals(component.name())
        && (text || type.equals("N") || type.equals("B"));
  }

  private static void put(
      Map<String, Template> keys, List<KeyAttribute> attributes, List<Template> templates) {
    for (int i = 0; i < attributes.size(); i++) {
      keys.put(attributes.get(i).name(), templates.get(i));
    }
  }

}
