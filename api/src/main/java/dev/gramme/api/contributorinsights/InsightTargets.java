package dev.gramme.api.contributorinsights;

import dev.gramme.api.Caller;
import dev.gramme.api.table.TableNameRules;
import dev.gramme.api.table.TableReference;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.insights.InsightTarget;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.TableDefinition;
import dev.gramme.wire.JsonWriter;
import org.jspecify.annotations.Nullable;

/** The tables and global indexes that the requests name, with texts of October 2026. */
final class InsightTargets {
  private static final String STATE =
      "Table or Index is not in a valid state to update Key Access Insights: ";

  private InsightTargets() {}

  /** The table or its global index; local indexes are not found. */
  static InsightTarget find(
      Catalog catalog, String reference, @Nullable String index, Caller caller) {
    TableDefinition table = table(catalog, reference, caller);
    return index == null ? InsightTarget.of(table) : InsightTarget.of(table, index(table, index));
  }

  /**
   * The table or its global index; refuses a table that is being created or deleted, and an index
   * that cannot be queried yet.
   */
  static InsightTarget findForUpdate(
      Catalog catalog, String reference, @Nullable String index, Caller caller) {
    TableDefinition table = table(catalog, reference, caller);
    if (table.status() == TableDefinition.Status.CREATING
        || table.status() == TableDefinition.Status.DELETING) {
      throw ApiError.validation(
          STATE + "TableStatus must be ACTIVE to enable ContributorInsights.");
    }
    if (index == null) {
      return InsightTarget.of(table);
    }
    GlobalIndex global = index(table, index);
    if (!global.isReadable()) {
      throw ApiError.validation(
          STATE + "IndexStatus must be ACTIVE to enable ContributorInsights.");
    }
    return InsightTarget.of(table, global);
  }

  private static TableDefinition table(Catalog catalog, String reference, Caller caller) {
    return TableNameRules.require(catalog, TableReference.name(reference, caller));
  }

  private static GlobalIndex index(TableDefinition table, String name) {
    return table
        .globalIndex(name)
        .orElseThrow(() ->
            ApiError.of(
                ErrorType.RESOURCE_NOT_FOUND,
                "Requested resource not found: Index: "
                    + name
                    + " not found for table: "
                    + table.name()));
  }

  /** Writes the table's name and the index's name. */
  static void write(JsonWriter out, InsightTarget target) {
    out.name("TableName").string(target.table());
    String index = target.index();
    if (index != null) {
      out.name("IndexName").string(index);
    }
  }
}
