package dev.gramme.engine.backup;

import dev.gramme.engine.catalog.RestoreSummary;
import dev.gramme.engine.catalog.TableNumberAllocator;
import dev.gramme.model.ApiError;
import dev.gramme.model.TableDefinition;

/** What table is to come of a restore. */
public interface RestoreTarget {

  /** The name of the new table. */
  String name();

  /**
   * The error when a table of the name is being restored already.
   *
   * @param source what that table is restored from
   */
  ApiError isBeingRestored(RestoreSummary source);

  /**
   * The definition of the new table, which is CREATING as its global indexes are.
   *
   * @param source the definition of what is restored
   * @throws dev.gramme.model.ApiError if such a table cannot come of it
   */
  TableDefinition definition(TableDefinition source, TableNumberAllocator numbers);
}
