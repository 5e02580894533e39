package dev.gramme.storage.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.PGProperty;

/** Opens connections to the primary, whose transactions have a given isolation and access. */
final class SessionSource extends LoginSource {
  private static final long serialVersionUID = 1L;

  /** How long a host may take to accept a connection, and then to log it in. */
  private static final int CONNECT_SECONDS = 5;

  /** If the database does not answer for so long, the connection is considered broken. */
  private static final int SOCKET_MILLIS = 60_000;

  /** For how long a host that was not the primary is skipped. */
  private static final int RECHECK_SECONDS = 1;

  /** Sets the isolation. */
  private static final String SESSION =
      "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL SERIALIZABLE, ";

  /**
   * Lets the planner read only the rows that are needed. A scan of the whole table, which the
   * planner may prefer for small tables, conflicts in a serializable transaction with every
   * concurrent write. A sort reads a whole range for its first rows; PostgreSQL 15 prefers it to an
   * incremental sort if it expects few rows in the range. Engines that speak PostgreSQL's protocol
   * may lack these settings.
   */
  private static final List<String> PLANNER =
      List.of("SET enable_seqscan = off", "SET enable_bitmapscan = off", "SET enable_sort = off");

  /** Without this, a long read may fail with a conflict. CockroachDB lacks it. */
  private static final String DEFERRABLE = "SET SESSION CHARACTERISTICS AS TRANSACTION DEFERRABLE";

  /**
   * Ends the session of a server that stopped, or that the database can no longer reach. Its locks
   * would block the others. The database notices after 25 seconds that it cannot reach a server,
   * also while it sends an answer. A connection that the server, or its operating system, has
   * closed ends a statement within 5 seconds.
   */
  private static final List<String> LIVENESS =
      List.of(
          "SET client_connection_check_interval = '5s'",
          "SET tcp_keepalives_idle = 10",
          "SET tcp_keepalives_interval = 5",
          "SET tcp_keepalives_count = 3",
          "SET tcp_user_timeout = '25s'");

  /**
   * Ends a writing transaction whose server sends no further statement. While it is open, no
   * deferrable transaction of any server can begin. A server that only paused runs it again.
   */
  private static final String IDLE_LIMIT = "SET idle_in_transaction_session_timeout = '10s'";

  /** The access of transactions that write. */
  static final String READ_WRITE = "READ WRITE";

  /** The access of transactions that only read. */
  static final String READ_ONLY = "READ ONLY";

  private final transient Primary primary;
  private final String session;
  private final ArrayList<String> optional = new ArrayList<>(PLANNER);

  /**
   * A source of connections.
   *
   * @param access what the transactions may do: {@link #READ_ONLY} or {@link #READ_WRITE}
   * @param deferrable whether they wait at their beginning until no later conflict can make them
   *     fail, if the database has such transactions
   */
  SessionSource(PostgresStoreOptions options, Primary primary, String access, boolean deferrable) {
    super(options);
    this.primary = primary;
    this.session = SESSION + access;
    optional.addAll(LIVENESS);
    if (access.equals(READ_WRITE)) {
      optional.add(IDLE_LIMIT);
    }
    if (deferrable) {
      optional.add(DEFERRABLE);
    }
    setDefault(PGProperty.CONNECT_TIMEOUT, Integer.toString(CONNECT_SECONDS));
    setDefault(PGProperty.SOCKET_TIMEOUT, Integer.toString(CONNECT_SECONDS));
    setDefault(PGProperty.HOST_RECHECK_SECONDS, Integer.toString(RECHECK_SECONDS));
    setDefault(PGProperty.TARGET_SERVER_TYPE, "primary");
  }

  @Override
  public synchronized Connection getConnection() throws SQLException {
    primary.order(this);
    Connection connection = super.getConnection();
    try {
      // Before the isolation is set: a deferrable transaction would wait for others.
      primary.admit(connection);
      start(connection);
      if (!isInUrl(PGProperty.SOCKET_TIMEOUT)) {
        connection.setNetworkTimeout(Runnable::run, SOCKET_MILLIS);
      }
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  private void start(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(session);
      for (String setting : optional) {
        try {
          statement.execute(setting);
        } catch (SQLException e) {
          if (!isUnknownSetting(e)) {
            throw e;
          }
        }
      }
    }
  }

  /** undefined_object, invalid_parameter_value, feature_not_supported. */
  private static boolean isUnknownSetting(SQLException e) {
    return "42704".equals(e.getSQLState())
        || "22023".equals(e.getSQLState())
        || "0A000".equals(e.getSQLState());
  }
}
