package dev.gramme.storage.postgres;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The number of a primary's timeline: each promotion of a standby begins a higher one. */
final class Timeline {
  /**
   * The timeline of an engine that has none, although it speaks PostgreSQL's protocol. Whether such
   * an engine answers for an earlier primary is not checked.
   */
  static final long NONE = 0;

  /** The SQLSTATE of a standby, as of writes to it. */
  private static final String READ_ONLY = "25006";

  /** undefined_function, feature_not_supported */
  private static final Set<String> UNSUPPORTED = Set.of("42883", "0A000");

  private static final int DIGITS = 8;
  private static final int HEXADECIMAL = 16;

  /** The name of a log file begins with the timeline. A standby has no such name. */
  private static final String QUERY =
      "SELECT CASE WHEN pg_is_in_recovery() THEN NULL"
          + " ELSE pg_walfile_name(pg_current_wal_lsn()) END";

  private Timeline() {}

  /**
   * The timeline of the primary that a connection leads to, or {@link #NONE}.
   *
   * @throws SQLException if the server does not answer, or is a standby ({@link #isOfStandby})
   */
  static long of(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery(QUERY)) {
      found.next();
      @Nullable String file = found.getString(1);
      if (file == null) {
        throw new SQLException("the server is a standby", READ_ONLY);
      }
      return Long.parseLong(file.substring(0, DIGITS), HEXADECIMAL);
    } catch (SQLException e) {
      if (e.getSQLState() != null && UNSUPPORTED.contains(e.getSQLState())) {
        return NONE;
      }
      throw e;
    }
  }

  /** Whether an exception means that the server is a standby. */
  static boolean isOfStandby(SQLException e) {
    return READ_ONLY.equals(e.getSQLState());
  }
}
