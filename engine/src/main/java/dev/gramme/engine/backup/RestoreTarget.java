package dev.gramme.engine.backup;

import dev.gramme.engine.catalog.Numbers;
import dev.gramme.model.TableDefinition;

/** What table is to come of a restore. */
public interface RestoreTarget {

  /** The name of the new table. */
  String name();

  /**
   * The definition of the new table, which is CREATING as its global indexes are.
   *
   * @param source the definition of what is restored
   * @throws dev.gramme.model.ApiError if such a table cannot come of it
   */
  TableDefinition definition(TableDefinition source, Numbers numbers);
}
