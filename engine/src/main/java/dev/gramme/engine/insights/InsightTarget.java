package dev.gramme.engine.insights;

import dev.gramme.engine.insights.InsightSetting.Mode;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.KeySchema;
import dev.gramme.model.TableDefinition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table or global index whose keys can be counted.
 *
 * @param table the name of the table
 * @param index the name of the index, null for the table itself
 * @param number the number of the table or index
 * @param key its key
 */
public record InsightTarget(String table, @Nullable String index, int number, KeySchema key) {
  /** A table. */
  public static InsightTarget of(TableDefinition table) {
    return new InsightTarget(table.name(), null, table.number(), table.key());
  }

  /** A global index. */
  public static InsightTarget of(TableDefinition table, GlobalIndex index) {
    return new InsightTarget(table.name(), index.name(), index.number(), index.key());
  }

  /** The rules in a mode. */
  public List<InsightRule> rules(Mode mode) {
    return KeyCounts.rules(key, mode);
  }
}
