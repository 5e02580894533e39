package dev.gramme.apps.savings.stream;

import dev.gramme.apps.savings.domain.RuleBook;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The rules, cached for a minute. While the relational database is unreachable, the last rules stay
 * in force: without rules no balance could be computed.
 */
public final class CurrentRules implements Supplier<RuleBook> {
  private static final Logger log = LoggerFactory.getLogger(CurrentRules.class);

  /** The time after a read, successful or not, until the next one. */
  private static final Duration MAX_AGE = Duration.ofMinutes(1);

  private record CachedRules(RuleBook rules, Instant readAt) {}

  private final String jdbcUrl;
  private final InstantSource clock;
  private @Nullable CachedRules cached;
  private Instant nextReadAt = Instant.MIN;

  public CurrentRules(String jdbcUrl, InstantSource clock) {
    this.jdbcUrl = jdbcUrl;
    this.clock = clock;
  }

  @Override
  public synchronized RuleBook get() {
    var now = clock.instant();
    var last = cached;
    if (last != null && now.isBefore(nextReadAt)) {
      return last.rules();
    }
    try (var connection = DriverManager.getConnection(jdbcUrl)) {
      var rules = RuleBook.read(connection);
      cached = new CachedRules(rules, now);
      nextReadAt = now.plus(MAX_AGE);
      return rules;
    } catch (SQLException e) {
      if (last == null) {
        throw new IllegalStateException("the rules cannot be read", e);
      }
      log.warn("the rules cannot be read; those of {} stay in force", last.readAt(), e);
      nextReadAt = now.plus(MAX_AGE);
      return last.rules();
    }
  }
}
