package dev.gramme.storage.cassandra.session;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Optional;

/**
 * Prepares a statement text when it is used for the second time, so that Cassandra parses it only
 * once. Transactions with the same reads and writes have the same text. At most 256 texts are
 * cached.
 */
public final class PreparedStatements {
  private static final int MAX_CACHED = 256;

  /** A longer text belongs to a transaction with many rows and is unlikely to be used again. */
  private static final int MAX_LENGTH = 8192;

  private final CqlSession session;

  /** The prepared form of each text that was used; empty after the first use. */
  private final Cache<String, Optional<PreparedStatement>> cache =
      Caffeine.newBuilder().maximumSize(MAX_CACHED).executor(Runnable::run).build();

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
    Optional<PreparedStatement> prepared = cache.asMap().putIfAbsent(text, Optional.empty());
    return prepared == null ? statement : bind(prepared.orElseGet(() -> prepare(text)), statement);
  }

  private static Statement<?> bind(PreparedStatement prepared, SimpleStatement statement) {
    return prepared.bind(statement.getPositionalValues().toArray());
  }

  private PreparedStatement prepare(String text) {
    PreparedStatement prepared = session.prepare(text);
    cache.put(text, Optional.of(prepared));
    return prepared;
  }
}
