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

  /**
   * Sets the isolation, and lets the planner use only the index. In a serializable transaction a
   * scan of the whole table, which the planner may prefer for small tables, conflicts with every
   * concurrent write.
   */
  private static final String SESSION =
      "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL SERIALIZABLE, ";

  /** Engines that speak PostgreSQL's protocol may lack these settings. */
  private static final List<String> PLANNER =
      List.of("SET enable_seqscan = off", "SET enable_bitmapscan = off");

  /** Without this, a long read may fail with a conflict. CockroachDB lacks it. */
  private static final String DEFERRABLE = "SET SESSION CHARACTERISTICS AS TRANSACTION DEFERRABLE";

  private final transient Primary primary;
  private final String session;
  private final ArrayList<String> optional = new ArrayList<>(PLANNER);

  /**
   * A source of connections.
   *
   * @param access what the transactions may do, such as {@code READ ONLY}
   * @param deferrable whether they wait at their beginning until no later conflict can make them
   *     fail, if the database has such transactions
   */
  SessionSource(PostgresStoreOptions options, Primary primary, String access, boolean deferrable) {
    super(options);
    this.primary = primary;
    this.session = SESSION + access;
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
