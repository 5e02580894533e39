package dev.gramme.transfer.exports;

import dev.gramme.expression.Condition;
import dev.gramme.expression.ExpressionKind;
import dev.gramme.expression.KeyCondition;
import dev.gramme.expression.Placeholders;
import dev.gramme.expression.Projection;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.AttributeValue.M;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Item;
import dev.gramme.transfer.Documents;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The expressions that select the exported part of a table, as in the request. They are stored with
 * the export, which needs them to resume after a restart.
 *
 * @param keyCondition selects the items of one partition key; null for all items
 * @param filter a condition on each item; null for none
 * @param projection the attributes that are exported; null for all
 * @param names the attribute names that the {@code #name} placeholders stand for
 * @param values the values that the {@code :value} placeholders stand for
 */
public record ExportFilter(
    @Nullable String keyCondition,
    @Nullable String filter,
    @Nullable String projection,
    Map<String, String> names,
    Item values) {

  public ExportFilter {
    names = Map.copyOf(names);
  }

  /** The parsed expressions, with their placeholders replaced. */
  public record Expressions(
      @Nullable KeyCondition key, @Nullable Condition filter, @Nullable Projection projection) {}

  /**
   * Parses the expressions.
   *
   * @param placeholders made from the names and values of this filter
   * @throws dev.gramme.model.ApiError a ValidationException if an expression is not valid
   */
  public Expressions parse(Placeholders placeholders) {
    return new Expressions(
        keyCondition == null ? null : KeyCondition.parse(keyCondition, placeholders),
        filter == null ? null : Condition.parse(ExpressionKind.FILTER, filter, placeholders),
        projection == null ? null : Projection.parse(projection, placeholders));
  }

  Expressions parse() {
    return parse(new Placeholders(names, values.attributes()));
  }

  Item encode() {
    var out = Item.builder(5);
    Documents.put(out, "KeyCondition", keyCondition);
    Documents.put(out, "Filter", filter);
    Documents.put(out, "Projection", projection);
    var encoded = Item.builder(names.size());
    names.forEach((placeholder, name) -> encoded.put(placeholder, new S(name)));
    out.put("Names", new M(encoded.build()));
    out.put("Values", new M(values));
    return out.build();
  }

  static ExportFilter decode(Item in) {
    var names = new LinkedHashMap<String, String>();
    entries(in, "Names")
        .attributes()
        .forEach((placeholder, name) -> names.put(placeholder, ((S) name).value()));
    return new ExportFilter(
        Documents.textOrNull(in, "KeyCondition"),
        Documents.textOrNull(in, "Filter"),
        Documents.textOrNull(in, "Projection"),
        names,
        entries(in, "Values"));
  }

  private static Item entries(Item in, String name) {
    AttributeValue map = in.get(name);
    if (map instanceof M(Item entries)) {
      return entries;
    }
    throw new IllegalStateException("a stored filter lacks " + name);
  }
}
