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
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Renders the items as seen in the table and in each index, as the aggregate view of NoSQL
 * Workbench does: in key order, each attribute's name over its value, in the colour of the item's
 * kind. An index shows the projected attributes, and leaves out items that are not in a sparse
 * index.
 */
final class HtmlViews {
  /** Longer values are folded. */
  private static final int MAX_VALUE_CHARS = 200;

  /** The number of colours; further kinds repeat them. */
  private static final int COLOURS = 8;

  /** The width of all key attributes; the other attributes have the rest. */
  private static final int KEY_WIDTH_PERCENT = 40;

  private static final String OTHER = "Other";

  private final Explanation explanation;
  private final Html out;
  private final Kinds kinds;

  HtmlViews(Explanation explanation, Html out) {
    this.explanation = explanation;
    this.out = out;
    this.kinds = new Kinds(explanation.schema());
  }

  void views() {
    List<IndexSchema> indexes = explanation.schema().indexes();
    out.raw("<section><h2>Items</h2>\n<div class=\"bar\" role=\"tablist\">");
    tab("view", explanation.schema().name(), true);
    for (int i = 0; i < indexes.size(); i++) {
      tab("view" + i, indexes.get(i).name(), false);
    }
    out.raw("<input type=\"search\" placeholder=\"Search\" aria-label=\"Search items\"></div>\n");
    filter();
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
    out.raw("<div role=\"tabpanel\" id=\"" + id + "\"" + (hidden ? " hidden" : "") + ">")
        .raw("<div class=\"scroll\"><table class=\"items\"><thead><tr>");
    String width = "style=\"width: " + KEY_WIDTH_PERCENT / keys.size() + "%\"";
    keys.forEach(name -> out.element("th", width, heading(name, key)));
    out.element("th", "", "Attributes").raw("</tr></thead><tbody>\n");
    List<AttributeValue> before = List.of();
    for (Map<String, AttributeValue> item : items) {
      List<AttributeValue> partition =
          key.partition().stream().flatMap(a -> Stream.ofNullable(item.get(a.name()))).toList();
      item(item, keys, attributes, partition.equals(before));
      before = partition;
    }
    out.raw("</tbody></table></div>")
        .element("p", "class=\"quiet\"", Costs.plural(items.size(), "item"))
        .raw("</div>\n");
  }

  /** The buttons that show and hide the items of a kind. */
  private void filter() {
    out.raw("<div class=\"bar kinds\" aria-label=\"Kinds of items\">");
    explanation.schema().entities().forEach(entity -> toggle(entity.name(), colour(entity)));
    if (explanation.samples().stream().anyMatch(item -> kinds.of(item).isEmpty())) {
      toggle(OTHER, "");
    }
    out.raw("</div>\n");
  }

  private void toggle(String kind, String colour) {
    out.element(
        "button",
        "type=\"button\" class=\"kind"
            + colour
            + "\" aria-pressed=\"true\" data-kind=\""
            + Html.escaped(kind)
            + "\"",
        kind);
  }

  private String colour(EntitySchema entity) {
    return " kind" + explanation.schema().entities().indexOf(entity) % COLOURS;
  }

  /** The row of an item: its key, then its other attributes. */
  private void item(
      Map<String, AttributeValue> item,
      List<String> keys,
      Set<String> attributes,
      boolean samePartition) {
    Optional<EntitySchema> kind = kinds.of(item);
    out.raw("<tr class=\"kind" + kind.map(this::colour).orElse(""))
        .raw(samePartition ? "\"" : " group\"")
        .raw(" data-kind=\"" + Html.escaped(kind.map(EntitySchema::name).orElse(OTHER)) + "\">");
    for (String key : keys) {
      out.raw("<td class=\"key\">");
      value(item.get(key));
      out.raw("</td>");
    }
    out.raw("<td><dl>");
    attributes.stream()
        .filter(name -> !keys.contains(name) && item.containsKey(name))
        .forEach(name -> {
          out.raw("<div>").element("dt", "", name).raw("<dd>");
          value(item.get(name));
          out.raw("</dd></div>");
        });
    out.raw("</dl></td></tr>\n");
  }

  /** A value; the end of a long one is shown on request. */
  private void value(@Nullable AttributeValue value) {
    String text = value == null ? "" : text(value);
    if (text.length() <= MAX_VALUE_CHARS) {
      out.text(text);
      return;
    }
    int end = text.offsetByCodePoints(0, text.codePointCount(0, MAX_VALUE_CHARS));
    out.raw("<details>")
        .element("summary", "", text.substring(0, end) + "\u2026")
        .text(text.substring(end))
        .raw("</details>");
  }

  private static String heading(String name, KeySchema key) {
    boolean partition = key.partition().stream().anyMatch(a -> a.name().equals(name));
    boolean sort = key.sort().stream().anyMatch(a -> a.name().equals(name));
    return name + (partition ? " (partition key)" : sort ? " (sort key)" : "");
  }

  static String text(AttributeValue value) {
    return switch (value.type()) {
      case S -> value.s();
      case N -> value.n();
      case BOOL -> value.bool().toString();
      case NUL -> "null";
      case SS -> value.ss().toString();
      case NS -> value.ns().toString();
      default -> ItemJson.write(value).line();
    };
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
