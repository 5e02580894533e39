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
 * The rules, cached for a minute. While the relational database is unreachable the last rules stay
 * in force: outdated rules are better than no balances.
 */
public final class CurrentRules implements Supplier<RuleBook> {
  private static final Logger log = LoggerFactory.getLogger(CurrentRules.class);
  private static final Duration GOOD_FOR = Duration.ofMinutes(1);

  private record Copy(RuleBook rules, Instant readAt) {}

  private final String jdbcUrl;
  private final InstantSource clock;
  private @Nullable Copy copy;

  public CurrentRules(String jdbcUrl, InstantSource clock) {
    this.jdbcUrl = jdbcUrl;
    this.clock = clock;
  }

  @Override
  public synchronized RuleBook get() {
    var now = clock.instant();
    var have = copy;
    if (have != null && now.isBefore(have.readAt().plus(GOOD_FOR))) {
      return have.rules();
    }
    try (var connection = DriverManager.getConnection(jdbcUrl)) {
      var rules = RuleBook.read(connection);
      copy = new Copy(rules, now);
      return rules;
    } catch (SQLException e) {
      if (have == null) {
        throw new IllegalStateException("the rules cannot be read", e);
      }
      log.warn("the rules cannot be read; those of {} stay in force", have.readAt(), e);
      copy = new Copy(have.rules(), now);
      return have.rules();
    }
  }
}
