package dev.gramme.storage.postgres;

import dev.gramme.storage.StorageException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;

/** Creates the schema with its tables, and checks the format of an existing one. */
final class Schema {
  private static final int FORMAT = 1;
  private static final int MAX_TRIES = 10;

  /**
   * Errors of two servers that create the same objects at the same time: unique_violation,
   * duplicate_schema, duplicate_table, duplicate_object, and "tuple concurrently updated".
   */
  private static final Set<String> CREATED_BY_ANOTHER =
      Set.of("23505", "42P06", "42P07", "42710", "XX000");

  /** YugabyteDB would order the rows by the hash of their key. Other engines lack the setting. */
  private static final String ORDERED_KEYS =
      "SELECT set_config(name, 'off', true) FROM pg_settings"
          + " WHERE name = 'yb_use_hash_splitting_by_default'";

  private Schema() {}

  /** The name of a schema as an identifier. Quoted, because it may be a reserved word. */
  static String quoted(String schema) {
    return '"' + schema + '"';
  }

  /**
   * Opens the schema.
   *
   * @throws StorageException if the database cannot be used, or the schema has another format
   */
  static void open(Connections connections, String schema, RowTable rows) {
    for (int tries = 1; ; tries++) {
      try {
        connections.repeat(() -> {
          create(connections, schema, rows);
          return true;
        });
        return;
      } catch (StorageException e) {
        if (tries == MAX_TRIES
            || !(e.getCause() instanceof SQLException cause)
            || !CREATED_BY_ANOTHER.contains(String.valueOf(cause.getSQLState()))) {
          throw e;
        }
        connections.pause(tries);
      }
    }
  }

  private static void create(Connections connections, String schema, RowTable rows)
      throws SQLException {
    try (Connection connection = connections.openCommit();
        Statement statement = connection.createStatement()) {
      if (!exists(statement, schema)) {
        statement.execute("CREATE SCHEMA IF NOT EXISTS " + quoted(schema));
        statement.execute(ORDERED_KEYS);
        statement.execute(rows.creation());
        statement.execute(
            "CREATE TABLE IF NOT EXISTS %s.format (number integer PRIMARY KEY)"
                .formatted(quoted(schema)));
        statement.execute(
            "INSERT INTO %s.format VALUES (%d) ON CONFLICT DO NOTHING"
                .formatted(quoted(schema), FORMAT));
      }
      int format = format(statement, schema);
      connection.commit();
      if (format != FORMAT) {
        throw new StorageException(
            "The schema %s has format %d; this version of Gramme reads format %d."
                .formatted(schema, format, FORMAT));
      }
    }
  }

  /**
   * Statements that write to the log and leave all as it is. They lock no row that another server
   * uses.
   *
   * @param number not positive, another one for each call
   */
  static String write(String schema, int number) {
    return "INSERT INTO %1$s.format VALUES (%2$d); DELETE FROM %1$s.format WHERE number = %2$d"
        .formatted(quoted(schema), number);
  }

  /** Whether the format is stored, which is the last step of the creation. */
  private static boolean exists(Statement statement, String schema) throws SQLException {
    try (ResultSet found =
        statement.executeQuery(
            "SELECT count(*) FROM information_schema.tables WHERE table_schema = '"
                + schema
                + "' AND table_name = 'format'")) {
      found.next();
      if (found.getInt(1) == 0) {
        return false;
      }
    }
    return format(statement, schema) != 0;
  }

  private static int format(Statement statement, String schema) throws SQLException {
    try (ResultSet found =
        statement.executeQuery(
            "SELECT coalesce(max(number), 0) FROM " + quoted(schema) + ".format")) {
      found.next();
      return found.getInt(1);
    }
  }
}
