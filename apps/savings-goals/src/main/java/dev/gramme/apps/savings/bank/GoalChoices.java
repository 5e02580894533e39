package dev.gramme.apps.savings.bank;

import dev.gramme.apps.savings.domain.Goal;
import dev.gramme.apps.savings.domain.GoalChoice;
import dev.gramme.apps.savings.domain.GoalRule;
import dev.gramme.apps.savings.domain.Moments;
import dev.gramme.apps.savings.domain.PendingTable;
import dev.gramme.apps.savings.domain.RuleBook;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/**
 * Customers choose and drop goals. A choice is written to the NRT table, which the app reads,
 * within the transaction that changes the books, from which the batch takes it over. If that write
 * fails, the books do not change either. Like a deposit, a choice takes its time under the lock
 * that excludes the closing of the books.
 */
public final class GoalChoices {
  private final DataSource database;
  private final PendingTable pending;
  private final InstantSource clock;

  public GoalChoices(DataSource database, PendingTable pending, InstantSource clock) {
    this.database = database;
    this.pending = pending;
    this.clock = clock;
  }

  /** A goal that the bank offers to a customer. */
  public record Offer(
      String goalId,
      BigDecimal targetAmount,
      BigDecimal specialRate,
      BigDecimal minimumDeposit,
      boolean chosen) {}

  private record Books(String segment, List<String> goals) {}

  /**
   * All goals that the customer may choose.
   *
   * @throws BankException if the customer does not exist
   */
  public List<Offer> offers(String personId) throws SQLException, BankException {
    try (var connection = database.getConnection()) {
      var books = books(connection, personId, "");
      return RuleBook.read(connection).offeredTo(books.segment()).stream()
          .map(rule ->
              new Offer(
                  rule.goalId(),
                  rule.targetAmount(),
                  rule.specialRate(),
                  rule.minimumDeposit(),
                  books.goals().contains(rule.goalId())))
          .toList();
    }
  }

  /**
   * Chooses a goal; a goal that is chosen already stays chosen.
   *
   * @throws BankException if the customer does not exist, or the goal is not offered to the
   *     customer
   */
  public void choose(String personId, String goalId) throws SQLException, BankException {
    change(
        personId,
        (connection, rules, books) -> {
          if (rules.offeredTo(books.segment()).stream()
              .noneMatch(rule -> rule.goalId().equals(goalId))) {
            throw new BankException(
                "the bank does not offer %s to %s customers".formatted(goalId, books.segment()));
          }
          var chosen = new ArrayList<>(books.goals());
          if (!chosen.contains(goalId)) {
            chosen.add(goalId);
          }
          return chosen;
        });
  }

  /**
   * Drops a goal. Money that was saved for it stays in the customer's account.
   *
   * @throws BankException if the customer has not chosen it, or a deposit for it is unconfirmed
   */
  public void drop(String personId, String goalId) throws SQLException, BankException {
    change(
        personId,
        (connection, rules, books) -> {
          if (!books.goals().contains(goalId)) {
            throw new BankException("customer %s has not chosen %s".formatted(personId, goalId));
          }
          if (hasUnconfirmedDeposit(connection, personId, goalId)) {
            throw new BankException(
                "a deposit for %s is not confirmed yet; drop the goal after the next batch run"
                    .formatted(goalId));
          }
          return books.goals().stream().filter(goal -> !goal.equals(goalId)).toList();
        });
  }

  @FunctionalInterface
  private interface Change {
    List<String> of(Connection connection, RuleBook rules, Books books)
        throws SQLException, BankException;
  }

  private void change(String personId, Change change) throws SQLException, BankException {
    try (var connection = database.getConnection()) {
      connection.setAutoCommit(false);
      Bank.lockAgainstClosing(connection);
      var books = books(connection, personId, " FOR UPDATE");
      var rules = RuleBook.read(connection);
      var goals = change.of(connection, rules, books);
      Bank.update(
          connection,
          "UPDATE bank.customer SET goals = ? WHERE person_id = ?",
          connection.createArrayOf("text", goals.toArray()),
          personId);
      var now = clock.instant().truncatedTo(ChronoUnit.MICROS);
      var saved = confirmed(connection, personId, Moments.month(now));
      var choice =
          GoalChoice.of(
              personId,
              rules.offeredTo(books.segment()).stream()
                  .filter(rule -> goals.contains(rule.goalId()))
                  .map(rule -> goal(rule, saved))
                  .toList(),
              now);
      if (!pending.choose(choice)) {
        throw new BankException("a later choice of this customer exists; try again");
      }
      connection.commit();
    }
  }

  private static Goal goal(GoalRule rule, Map<String, BigDecimal> saved) {
    return rule.goalAt(saved.getOrDefault(rule.goalId(), BigDecimal.ZERO));
  }

  private static Books books(Connection connection, String personId, String lock)
      throws SQLException, BankException {
    try (var select =
            Bank.prepare(
                connection,
                "SELECT segment, goals FROM bank.customer WHERE person_id = ?" + lock,
                personId);
        var rows = select.executeQuery()) {
      if (!rows.next()) {
        throw new BankException("the bank has no customer " + personId);
      }
      return new Books(rows.getString(1), List.of((String[]) rows.getArray(2).getArray()));
    }
  }

  private static boolean hasUnconfirmedDeposit(
      Connection connection, String personId, String goalId) throws SQLException {
    try (var select =
            Bank.prepare(
                connection,
                "SELECT 1 FROM bank.contribution WHERE person_id = ? AND goal_id = ?"
                    + " AND export_id IS NULL AND state = 'PENDING' LIMIT 1",
                personId,
                goalId);
        var rows = select.executeQuery()) {
      return rows.next();
    }
  }

  /** The confirmed amounts of a month by goal. */
  private static Map<String, BigDecimal> confirmed(
      Connection connection, String personId, YearMonth month) throws SQLException {
    var amounts = new HashMap<String, BigDecimal>();
    try (var select =
            Bank.prepare(
                connection,
                "SELECT goal_id, sum(amount) FROM bank.contribution WHERE person_id = ?"
                    + " AND state = 'CONFIRMED' AND occurred_at >= ? AND occurred_at < ?"
                    + " GROUP BY goal_id",
                personId,
                month.atDay(1).atStartOfDay().atOffset(ZoneOffset.UTC),
                month.plusMonths(1).atDay(1).atStartOfDay().atOffset(ZoneOffset.UTC));
        var rows = select.executeQuery()) {
      while (rows.next()) {
        amounts.put(rows.getString(1), rows.getBigDecimal(2));
      }
    }
    return amounts;
  }
}
