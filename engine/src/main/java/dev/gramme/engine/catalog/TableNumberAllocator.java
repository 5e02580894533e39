package dev.gramme.engine.catalog;

import dev.gramme.engine.key.RowKeys;

/** Gives out the numbers under which rows of tables and global indexes stand, each one once. */
@FunctionalInterface
public interface TableNumberAllocator {

  /** A number that no table or index had before. */
  int next();

  /** The same for a global index: its number tells what it is of. */
  default int nextOfGlobalIndex() {
    return RowKeys.ofGlobalIndex(next());
  }
}
