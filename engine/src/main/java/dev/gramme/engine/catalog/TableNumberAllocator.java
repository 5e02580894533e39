package dev.gramme.engine.catalog;

import dev.gramme.engine.key.RowKeys;

/**
 * Allocates the numbers under which rows of tables and global indexes are stored. A number is never
 * reused.
 */
@FunctionalInterface
public interface TableNumberAllocator {

  /** A number that no table or index had before. */
  int next();

  /** A new number for a global index, which is marked by a bit of its own. */
  default int nextOfGlobalIndex() {
    return RowKeys.ofGlobalIndex(next());
  }
}
