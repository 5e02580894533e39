package dev.gramme.api.item;

import dev.gramme.expression.Projection;
import dev.gramme.model.ApiError;
import dev.gramme.model.DocumentPath;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.IndexProjection;
import dev.gramme.model.LocalIndex;
import dev.gramme.model.SecondaryIndex;
import dev.gramme.model.TableDefinition;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rules for reading an index with Query and Scan. */
final class IndexRules {
  private static final String INVALID = "One or more parameter values were invalid: ";

  private IndexRules() {}

  /**
   * The index with a name, if it supports this read.
   *
   * @param operation the name of the operation that reads
   */
  static SecondaryIndex readable(
      TableDefinition table, String name, boolean consistent, String operation) {
    if (table.vectorIndex(name).isPresent()) {
      throw ApiError.validation(
          operation
              + " operation not supported on this index type"
              + (operation.equals("Scan") ? "" : "."));
    }
    SecondaryIndex index =
        table
            .index(name)
            .orElseThrow(
                () -> ApiError.validation("The table does not have the specified index: " + name));
    if (index instanceof GlobalIndex global) {
      if (!global.isReadable()) {
        throw ApiError.validation("Cannot read from backfilling global secondary index: " + name);
      }
      if (consistent) {
        throw ApiError.validation("Consistent reads are not supported on global secondary indexes");
      }
    }
    return index;
  }

  /**
   * Whether a read needs attributes that the index does not project. A local index then fetches the
   * items from the table.
   *
   * @throws ApiError if the index is global: such a read is refused
   */
  static boolean needsItems(
      TableDefinition table,
      SecondaryIndex index,
      boolean allAttributes,
      PageMembers.Selection selection) {
    if (index.projection().type() == IndexProjection.Type.ALL) {
      return false;
    }
    return switch (index) {
      case LocalIndex local -> allAttributes || !beyond(table, index, selection).isEmpty();
      case GlobalIndex global -> {
        refuseBeyond(table, index, allAttributes, selection.projection());
        yield false;
      }
    };
  }

  private static void refuseBeyond(
      TableDefinition table,
      SecondaryIndex index,
      boolean allAttributes,
      @Nullable Projection projection) {
    if (allAttributes) {
      throw ApiError.validation(
          INVALID
              + "Select type ALL_ATTRIBUTES is not supported for global secondary index "
              + index.name()
              + " because its projection type is not ALL");
    }
    if (projection == null) {
      return;
    }
    var missing = index.missing(table.key(), projection.paths());
    if (!missing.isEmpty()) {
      // The format of the list is uncertain (November 2026).
      throw ApiError.validation(
          INVALID
              + "Global secondary index "
              + index.name()
              + " does not project ["
              + String.join(", ", missing)
              + "]");
    }
  }

  /** The attributes of the projection and the filter that the index does not project. */
  private static List<String> beyond(
      TableDefinition table, SecondaryIndex index, PageMembers.Selection selection) {
    var paths = new ArrayList<DocumentPath>();
    if (selection.projection() != null) {
      paths.addAll(selection.projection().paths());
    }
    if (selection.filter() != null) {
      paths.addAll(selection.filter().paths());
    }
    return index.missing(table.key(), paths);
  }
}
