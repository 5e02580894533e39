package dev.gramme.storage.cassandra.session;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Prepares a statement text when it is used for the second time, so that Cassandra parses it only
 * once. Transactions with the same reads and writes have the same text. The 256 texts that were
 * used last are cached.
 */
public final class PreparedStatements {
  private static final int MAX_CACHED = 256;

  /** A longer text belongs to a transaction with many rows and is unlikely to be used again. */
  private static final int MAX_LENGTH = 8192;

  private final CqlSession session;
  private final Map<String, Usage> cache =
      new LinkedHashMap<>(MAX_CACHED, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Usage> eldest) {
          return size() > MAX_CACHED;
        }
      };

  /** How often a text was used, and its prepared statement if there is one. */
  private record Usage(int count, @Nullable PreparedStatement prepared) {}

  /** An empty cache. */
  public PreparedStatements(CqlSession session) {
    this.session = session;
  }

  /** The statement bound to its prepared form, or the statement itself if it is not prepared. */
  public Statement<?> bind(SimpleStatement statement) {
    String text = statement.getQuery();
    if (text.length() > MAX_LENGTH) {
      return statement;
    }
    Usage usage = countUse(text);
    if (usage.prepared != null) {
      return bind(usage.prepared, statement);
    }
    return usage.count > 1 ? bind(prepare(text), statement) : statement;
  }

  private static Statement<?> bind(PreparedStatement prepared, SimpleStatement statement) {
    return prepared.bind(statement.getPositionalValues().toArray());
  }

  private Usage countUse(String text) {
    synchronized (cache) {
      Usage before = cache.getOrDefault(text, new Usage(0, null));
      Usage counted = new Usage(before.count + 1, before.prepared);
      cache.put(text, counted);
      return counted;
    }
  }

  private PreparedStatement prepare(String text) {
    PreparedStatement prepared = session.prepare(text);
    synchronized (cache) {
      cache.put(text, new Usage(2, prepared));
    }
    return prepared;
  }
}
