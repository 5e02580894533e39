package dev.gramme.apps.savings.domain;

import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The business rules from the relational database. The batch job and the stream consumer share this
 * class, so that each rule is implemented once. Serializable, since Spark sends it to its
 * executors.
 */
public final class RuleBook implements Serializable {
  private static final long serialVersionUID = 1;

  private record Key(String goalId, String segment) implements Serializable {}

  private final Map<Key, GoalRule> rules;

  private RuleBook(Map<Key, GoalRule> rules) {
    this.rules = Map.copyOf(rules);
  }

  /** Creates a book from rules. */
  public static RuleBook of(Iterable<GoalRule> rules) {
    var byKey = new HashMap<Key, GoalRule>();
    rules.forEach(rule -> byKey.put(new Key(rule.goalId(), rule.segment()), rule));
    return new RuleBook(byKey);
  }

  /** Creates the tables of the rules with initial rules, if they do not exist. */
  public static void create(Connection connection) throws SQLException {
    try (var in = RuleBook.class.getResourceAsStream("rules.sql");
        var statement = connection.createStatement()) {
      if (in == null) {
        throw new IllegalStateException("rules.sql is missing");
      }
      statement.execute(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads the current rules. */
  public static RuleBook read(Connection connection) throws SQLException {
    var rules = new HashMap<Key, GoalRule>();
    try (var statement = connection.createStatement();
        var rows =
            statement.executeQuery(
                "SELECT goal_id, segment, target_amount, special_rate, minimum_deposit"
                    + " FROM rules.goal")) {
      while (rows.next()) {
        var rule =
            new GoalRule(
                rows.getString(1),
                rows.getString(2),
                rows.getBigDecimal(3),
                rows.getBigDecimal(4),
                rows.getBigDecimal(5));
        rules.put(new Key(rule.goalId(), rule.segment()), rule);
      }
    }
    return new RuleBook(rules);
  }

  /** The rules for the goals of a segment, the smallest target first. */
  public List<GoalRule> offeredTo(String segment) {
    return rules.values().stream()
        .filter(rule -> rule.segment().equals(segment))
        .sorted(Comparator.comparing(GoalRule::targetAmount).thenComparing(GoalRule::goalId))
        .toList();
  }

  /** The rule for a goal, if it is available to the segment. */
  public Optional<GoalRule> rule(String goalId, String segment) {
    return Optional.ofNullable(rules.get(new Key(goalId, segment)));
  }
}
