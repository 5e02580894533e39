package dev.gramme.api.exporttabletopointintime;

import dev.gramme.api.backup.InvalidRequest;
import dev.gramme.api.exporttabletopointintime.ExportTableToPointInTimeShape.Filter;
import dev.gramme.api.item.ExpressionParameters;
import dev.gramme.api.query.QueryRules;
import dev.gramme.expression.Placeholders;
import dev.gramme.model.Item;
import dev.gramme.model.KeySchema;
import dev.gramme.model.Wording;
import dev.gramme.transfer.exports.ExportFilter;
import dev.gramme.wire.Member;
import dev.gramme.wire.Structure;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rules of the FilterSpecification of an export. The text for an empty one was observed in
 * October 2026; the others are those of Query and Scan, because the documentation says that the
 * syntax and rules are the same.
 */
final class ExportFilterRules {
  private static final List<Member<?>> CONDITIONS = List.of(Filter.FILTER, Filter.KEY_CONDITION);

  private ExportFilterRules() {}

  /**
   * The filter of a request, checked as far as possible without the table; null if there is none.
   */
  static @Nullable ExportFilter filter(Structure input, Wording wording) {
    Structure given = input.get(ExportTableToPointInTimeShape.FILTER);
    if (given == null) {
      return null;
    }
    if (Filter.SHAPE.members().stream().noneMatch(given::has)) {
      throw InvalidRequest.of("Invalid FilterSpecification: The specification can not be empty");
    }
    ExpressionParameters.refuseIdleNames(
        given, Filter.NAMES, List.of(Filter.PROJECTION, Filter.FILTER, Filter.KEY_CONDITION));
    ExpressionParameters.refuseIdleValues(given, Filter.VALUES, CONDITIONS, wording);
    var names = given.get(Filter.NAMES);
    var values = given.get(Filter.VALUES);
    var placeholders = ExpressionParameters.placeholders(names, values, wording);
    var filter =
        new ExportFilter(
            given.get(Filter.KEY_CONDITION),
            given.get(Filter.FILTER),
            given.get(Filter.PROJECTION),
            names == null ? Map.of() : names,
            values == null ? Item.empty() : values.valid());
    filter.parse(placeholders);
    placeholders.checkAllUsed();
    return filter;
  }

  /** Checks a filter against the key of the table. */
  static void checkKey(ExportFilter filter, KeySchema key, Wording wording) {
    var placeholders = new Placeholders(filter.names(), filter.values().attributes(), wording);
    var expressions = filter.parse(placeholders);
    var keyCondition = expressions.key();
    if (keyCondition == null) {
      return;
    }
    QueryRules.checkKeySizes(key, keyCondition.resolve(key.hash(), key.range()));
    var condition = expressions.filter();
    if (condition != null) {
      QueryRules.checkFilter("Filter Expression", condition, key);
    }
  }
}
