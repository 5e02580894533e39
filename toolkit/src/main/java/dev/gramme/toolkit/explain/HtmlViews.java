package dev.gramme.toolkit.explain;

import dev.gramme.toolkit.json.ItemJson;
import dev.gramme.toolkit.schema.EntitySchema;
import dev.gramme.toolkit.schema.IndexSchema;
import dev.gramme.toolkit.schema.IndexSchema.Projection;
import dev.gramme.toolkit.schema.KeySchema;
import dev.gramme.toolkit.schema.KeySchema.KeyAttribute;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Renders the items as seen in the table and in each index: in key order, with the projected
 * attributes, and without items that are not in a sparse index.
 */
final class HtmlViews {
  /** Longer values are truncated. */
  private static final int MAX_VALUE_CHARS = 60;

  private final Explanation explanation;
  private final Html out;

  HtmlViews(Explanation explanation, Html out) {
    this.explanation = explanation;
    this.out = out;
  }

  void views() {
    List<IndexSchema> indexes = explanation.schema().indexes();
    out.raw("<section><h2>Items</h2>\n<div class=\"bar\" role=\"tablist\">");
    tab("view", explanation.schema().name(), true);
    for (int i = 0; i < indexes.size(); i++) {
      tab("view" + i, indexes.get(i).name(), false);
    }
    out.raw("<input type=\"search\" placeholder=\"Search\" aria-label=\"Search items\"></div>\n");
    view("view", explanation.schema().key(), allAttributes(), false);
    for (int i = 0; i < indexes.size(); i++) {
      view("view" + i, explanation.schema().keyOf(indexes.get(i)), projected(indexes.get(i)), true);
    }
    out.raw("</section>\n");
  }

  private void tab(String panel, String name, boolean selected) {
    out.element(
        "button",
        "type=\"button\" role=\"tab\" data-panel=\""
            + panel
            + "\" aria-selected=\""
            + selected
            + "\"",
        name);
  }

  private void view(String id, KeySchema key, Set<String> attributes, boolean hidden) {
    List<String> keys = names(key);
    List<Map<String, AttributeValue>> items =
        explanation.samples().stream()
            .filter(item -> item.keySet().containsAll(keys))
            .sorted(order(keys))
            .toList();
    Set<String> columns = new LinkedHashSet<>(keys);
    attributes.stream()
        .filter(name -> items.stream().anyMatch(item -> item.containsKey(name)))
        .forEach(columns::add);
    out.raw("<div role=\"tabpanel\" id=\"" + id + "\"" + (hidden ? " hidden" : "") + ">")
        .raw("<div class=\"scroll\"><table><thead><tr>");
    columns.forEach(name -> out.element("th", "data-sort", heading(name, key)));
    out.raw("</tr></thead><tbody>\n");
    List<AttributeValue> before = List.of();
    for (Map<String, AttributeValue> item : items) {
      List<AttributeValue> partition =
          key.partition().stream().flatMap(a -> Stream.ofNullable(item.get(a.name()))).toList();
      out.raw(partition.equals(before) ? "<tr>" : "<tr class=\"group\">");
      before = partition;
      columns.forEach(name -> cell(item, name, keys));
      out.raw("</tr>\n");
    }
    out.raw("</tbody></table></div>")
        .element("p", "class=\"quiet\"", Costs.plural(items.size(), "item"))
        .raw("</div>\n");
  }

  private void cell(Map<String, AttributeValue> item, String name, List<String> keys) {
    AttributeValue value = item.get(name);
    String text = value == null ? "" : text(value);
    String kind = keys.contains(name) ? "class=\"key\"" : "class=\"mono\"";
    out.element("td", kind, text);
  }

  private static String heading(String name, KeySchema key) {
    boolean partition = key.partition().stream().anyMatch(a -> a.name().equals(name));
    boolean sort = key.sort().stream().anyMatch(a -> a.name().equals(name));
    return name + (partition ? " (partition key)" : sort ? " (sort key)" : "");
  }

  private static String text(AttributeValue value) {
    String text =
        switch (value.type()) {
          case S -> value.s();
          case N -> value.n();
          case BOOL -> value.bool().toString();
          case NUL -> "null";
          case SS -> value.ss().toString();
          case NS -> value.ns().toString();
          default -> ItemJson.write(value).line();
        };
    return text.length() <= MAX_VALUE_CHARS ? text : text.substring(0, MAX_VALUE_CHARS) + "\u2026";
  }

  /** Items of one partition key are adjacent, in the order of their sort keys. */
  private static Comparator<Map<String, AttributeValue>> order(List<String> keys) {
    Comparator<Map<String, AttributeValue>> order = Comparator.comparingInt(item -> 0);
    for (String key : keys) {
      order =
          order.thenComparing((one, other) -> {
            AttributeValue left = one.get(key);
            AttributeValue right = other.get(key);
            if (left == null || right == null) {
              return 0;
            }
            return left.n() != null && right.n() != null
                ? new BigDecimal(left.n()).compareTo(new BigDecimal(right.n()))
                : text(left).compareTo(text(right));
          });
    }
    return order;
  }

  private static List<String> names(KeySchema key) {
    return Stream.concat(key.partition().stream(), key.sort().stream())
        .map(KeyAttribute::name)
        .toList();
  }

  /**
   * The attributes of all entities in the order of their sources, then other attributes of the
   * items.
   */
  private Set<String> allAttributes() {
    Set<String> names = new LinkedHashSet<>();
    for (EntitySchema entity : explanation.schema().entities()) {
      entity.attributes().forEach(attribute -> names.add(attribute.attribute()));
    }
    explanation.samples().forEach(item -> names.addAll(new ArrayList<>(item.keySet())));
    return names;
  }

  private Set<String> projected(IndexSchema index) {
    if (index.projection() == Projection.ALL) {
      return allAttributes();
    }
    Set<String> names = new LinkedHashSet<>(names(explanation.schema().key()));
    names.addAll(index.projected());
    return names;
  }
}
