package dev.gramme.apps.grid.design;

import dev.gramme.toolkit.entity.Table;
import dev.gramme.toolkit.schema.TableSchema;

/** Names the tables of a design. */
record Tables(Clients clients, String design) {
  /** The table of a schema, such as {@code grid-classic-projects}. */
  Table of(TableSchema schema) {
    return Table.of(clients.client(), schema)
        .named(clients.prefix() + design + "-" + schema.name())
        .withCursors(clients.cursors());
  }
}
