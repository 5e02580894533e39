package dev.gramme.toolkit.explain;

import dev.gramme.toolkit.schema.EntitySchema;
import dev.gramme.toolkit.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Finds the kind of an item: from the attribute that contains it, and otherwise from the templates
 * of the table's key. The schema does not name that attribute: it is one that is no component.
 */
final class Kinds {
  private final TableSchema schema;

  Kinds(TableSchema schema) {
    this.schema = schema;
  }

  /** The kind; empty if the item is of no known kind, such as the marker of a unique value. */
  Optional<EntitySchema> of(Map<String, AttributeValue> item) {
    for (EntitySchema entity : schema.entities()) {
      if (item.entrySet().stream().anyMatch(entry -> names(entity, entry))) {
        return Optional.of(entity);
      }
    }
    return typed(item) ? Optional.empty() : byKey(item);
  }

  private boolean names(EntitySchema entity, Map.Entry<String, AttributeValue> attribute) {
    return entity.name().equals(attribute.getValue().s())
        && !entity.keys().containsKey(attribute.getKey())
        && entity.attributes().stream().noneMatch(a -> a.attribute().equals(attribute.getKey()));
  }

  /** Whether the item has the type of an item of the toolkit's own. */
  private static boolean typed(Map<String, AttributeValue> item) {
    return item.values().stream().anyMatch(value -> "UNIQUE".equals(value.s()));
  }

  /** The kind whose templates match the item's key with the most fixed characters. */
  private Optional<EntitySchema> byKey(Map<String, AttributeValue> item) {
    Optional<EntitySchema> best = Optional.empty();
    int most = -1;
    for (EntitySchema entity : schema.entities()) {
      List<String> literals = new ArrayList<>();
      boolean all =
          schema.key().names().stream()
              .allMatch(name -> {
                String template = entity.keys().getOrDefault(name, "");
                literals.add(Templates.literals(template));
                return matches(template, item.get(name));
              });
      int fixed = String.join("", literals).length();
      if (all && fixed > most) {
        best = Optional.of(entity);
        most = fixed;
      }
    }
    return best;
  }

  private static boolean matches(
      String template, @org.jspecify.annotations.Nullable AttributeValue value) {
    if (value == null) {
      return false;
    }
    String pattern = Pattern.quote(template).replaceAll("\\{[^{}]*\\}", "\\\\E.*\\\\Q");
    return Pattern.compile(pattern, Pattern.DOTALL).matcher(HtmlViews.text(value)).matches();
  }
}
