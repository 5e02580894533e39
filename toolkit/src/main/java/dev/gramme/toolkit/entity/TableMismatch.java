package dev.gramme.toolkit.entity;

import java.util.List;

/** The existing table does not fit the schema. */
public final class TableMismatch extends RuntimeException {
  private static final long serialVersionUID = 1L;

  TableMismatch(String table, List<String> differences) {
    super("the table " + table + " does not fit its schema: " + String.join("; ", differences));
  }
}
