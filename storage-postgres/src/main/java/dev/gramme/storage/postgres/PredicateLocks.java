package dev.gramme.storage.postgres;

import java.sql.ResultSet;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * PostgreSQL's predicate locks, with which it detects conflicts of serializable transactions. If a
 * transaction reads more rows of a table than a limit, one lock of the whole table replaces the
 * locks of its rows. Then the transaction conflicts with all concurrent writes of other servers.
 */
final class PredicateLocks {
  private static final Logger LOG = LoggerFactory.getLogger(PredicateLocks.class);

  /** The limit with PostgreSQL's default settings. */
  private static final long DEFAULT_ROWS = 31;

  private static final String PER_RELATION = "max_pred_locks_per_relation";
  private static final String PER_TRANSACTION = "max_pred_locks_per_transaction";

  private PredicateLocks() {}

  /** Logs a warning if the limit is that of the default settings, or lower. */
  static void check(Connections connections) {
    limit(settings(connections))
        .ifPresent(rows -> {
          if (rows <= DEFAULT_ROWS) {
            LOG.warn(
                "PostgreSQL locks a whole table for a transaction that reads more than {} rows. If"
                    + " several servers of Gramme use this database, their writes conflict often."
                    + " Set {} = 1024, {} = 10000 and max_pred_locks_per_page = 64; see"
                    + " docs/postgres.md.",
                rows,
                PER_TRANSACTION,
                PER_RELATION);
          }
        });
  }

  private static Map<String, Long> settings(Connections connections) {
    return connections.read(connection -> {
      var settings = new HashMap<String, Long>();
      try (Statement statement = connection.createStatement();
          ResultSet rows =
              statement.executeQuery(
                  "SELECT name, setting FROM pg_settings WHERE name IN ('"
                      + PER_RELATION
                      + "', '"
                      + PER_TRANSACTION
                      + "')")) {
        while (rows.next()) {
          settings.put(rows.getString(1), Long.valueOf(rows.getString(2)));
        }
      }
      return settings;
    });
  }

  /**
   * How many rows of a table a transaction may read before it locks the table; empty for an engine
   * without these settings. A negative limit is a fraction of the locks of a transaction.
   */
  static OptionalLong limit(Map<String, Long> settings) {
    Long ofRelation = settings.get(PER_RELATION);
    Long ofTransaction = settings.get(PER_TRANSACTION);
    if (ofRelation == null || ofTransaction == null) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(ofRelation >= 0 ? ofRelation : ofTransaction / -ofRelation - 1);
  }
}
