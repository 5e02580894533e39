package dev.gramme.engine.catalog;

/** Gives out the numbers under which rows of tables and global indexes stand, each one once. */
@FunctionalInterface
public interface Numbers {

  /** A number that no table or index had before. */
  int next();
}
