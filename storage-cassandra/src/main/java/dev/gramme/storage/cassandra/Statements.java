package dev.gramme.storage.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Texts of statements that come again and again are prepared, so that Cassandra need not parse them
 * each time. Transactions that do the same have the same text.
 */
final class Statements {
  private static final int MOST_KEPT = 256;

  /** Longer ones write so many rows that hardly any two are alike. */
  private static final int LONGEST = 8192;

  private final CqlSession session;
  private final Map<String, Text> seen =
      new LinkedHashMap<>(MOST_KEPT, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Text> eldest) {
          return size() > MOST_KEPT;
        }
      };

  /** How often a text has been seen, and what it is prepared as. */
  private record Text(int count, @Nullable PreparedStatement prepared) {}

  Statements(CqlSession session) {
    this.session = session;
  }

  /** The statement as it is best executed. */
  Statement<?> prepared(SimpleStatement statement) {
    String text = statement.getQuery();
    if (text.length() > LONGEST) {
      return statement;
    }
    Text known = look(text);
    if (known.prepared != null) {
      return bound(known.prepared, statement);
    }
    return known.count > 1 ? bound(prepare(text), statement) : statement;
  }

  private static Statement<?> bound(PreparedStatement prepared, SimpleStatement statement) {
    return prepared.bind(statement.getPositionalValues().toArray());
  }

  private Text look(String text) {
    synchronized (seen) {
      Text known = seen.getOrDefault(text, new Text(0, null));
      Text counted = new Text(known.count + 1, known.prepared);
      seen.put(text, counted);
      return counted;
    }
  }

  private PreparedStatement prepare(String text) {
    PreparedStatement prepared = session.prepare(text);
    synchronized (seen) {
      seen.put(text, new Text(2, prepared));
    }
    return prepared;
  }
}
