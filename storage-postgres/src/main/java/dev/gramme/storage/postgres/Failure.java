package dev.gramme.storage.postgres;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.SQLWarning;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLWarning;

/** What an error of the database means for a transaction, judged by its SQLSTATE. */
enum Failure {
  /** The transaction conflicted with another and was rolled back; it may succeed when repeated. */
  CONFLICT,
  /**
   * The database cannot be reached, is not the primary, starts or stops, or has ended the session
   * because this server paused during a transaction.
   */
  UNREACHABLE,
  /** Anything else, such as a full disk or a missing permission. */
  OTHER;

  /** What {@link #hasCancelledWait} finds, in one line. */
  static final String CANCELLED_WAIT = "the wait for the synchronous standby was cancelled";

  /** The function of PostgreSQL's source in which a commit waits for a synchronous standby. */
  private static final String WAIT_FOR_STANDBY = "SyncRepWaitForLSN";

  /** The meaning of an exception. */
  static Failure of(SQLException e) {
    if (e instanceof SQLTransientConnectionException) {
      return UNREACHABLE; // the pool got no connection in time
    }
    String state = e.getSQLState();
    if (state == null) {
      return OTHER;
    }
    return switch (state) {
      // serialization_failure, deadlock_detected
      case "40001", "40P01" -> CONFLICT;
      // admin_shutdown, crash_shutdown, cannot_connect_now, read_only_sql_transaction,
      // too_many_connections, idle_in_transaction_session_timeout
      case "57P01", "57P02", "57P03", "25006", "53300", "25P03" -> UNREACHABLE;
      default -> state.startsWith("08") ? UNREACHABLE : OTHER;
    };
  }

  /**
   * Whether the connection broke, so that the outcome of a commit is unknown. After every other
   * error the transaction is rolled back, also if the database has ended the session of an idle
   * transaction: a commit that arrives later has no effect.
   */
  static boolean isBrokenConnection(SQLException e) {
    String state = e.getSQLState();
    return state == null || state.startsWith("08") || state.startsWith("57P");
  }

  /**
   * Whether a commit was made to wait no longer for a synchronous standby, as by {@code
   * pg_cancel_backend}. Then it succeeds with a warning; the transaction may be missing on the
   * standby. PostgreSQL's text may be translated, and the warning has no SQLSTATE of its own, so it
   * is recognized by the function that reports it. There are other warnings, such as that of a
   * vacuum that is due, which mean no loss.
   */
  static boolean hasCancelledWait(Statement statement) throws SQLException {
    for (SQLWarning next = statement.getWarnings(); next != null; next = next.getNextWarning()) {
      if (next instanceof PSQLWarning warning
          && WAIT_FOR_STANDBY.equals(warning.getServerErrorMessage().getRoutine())) {
        return true;
      }
    }
    return false;
  }

  /** The message of an exception in one line, with its SQLSTATE. */
  static String line(SQLException e) {
    Throwable cause = e;
    if (e instanceof SQLTransientConnectionException && e.getCause() != null) {
      cause = e.getCause(); // the pool's own message names neither host nor reason
    }
    String message = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
    @Nullable String state = e.getSQLState();
    return state == null ? message : message + " (SQLSTATE " + state + ")";
  }
}
