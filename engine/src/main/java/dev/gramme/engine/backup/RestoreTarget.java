package dev.gramme.engine.backup;

import dev.gramme.engine.catalog.RestoreSummary;
import dev.gramme.engine.catalog.TableNumberAllocator;
import dev.gramme.model.ApiError;
import dev.gramme.model.TableDefinition;

/** The table that a restore creates. */
public interface RestoreTarget {

  /** The name of the new table. */
  String name();

  /**
   * The error for a table of this name that is already being restored.
   *
   * @param source the source of that other restore
   */
  ApiError isBeingRestored(RestoreSummary source);

  /**
   * The definition of the new table. The table and its global indexes are CREATING.
   *
   * @param source the definition of the restored table
   * @throws dev.gramme.model.ApiError if the definition is not possible
   */
  TableDefinition definition(TableDefinition source, TableNumberAllocator numbers);
}
