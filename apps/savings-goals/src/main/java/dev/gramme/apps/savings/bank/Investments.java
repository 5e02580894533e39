package dev.gramme.apps.savings.bank;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/**
 * The reward for a reached goal: the saved amount of the month is invested at the goal's special
 * rate.
 */
public final class Investments {
  private final DataSource database;

  public Investments(DataSource database) {
    this.database = database;
  }

  /**
   * An investment.
   *
   * @param rate the interest of a year, such as 0.08
   * @param yearlyInterest the amount times the rate
   */
  public record Investment(
      String goalId, String month, BigDecimal amount, BigDecimal rate, BigDecimal yearlyInterest) {}

  /** The investments of a customer, the latest first. */
  public List<Investment> of(String personId) throws SQLException {
    var investments = new ArrayList<Investment>();
    try (var connection = database.getConnection();
        var select =
            Bank.prepare(
                connection,
                "SELECT goal_id, month, amount, rate, round(amount * rate, 2)"
                    + " FROM bank.investment WHERE person_id = ? ORDER BY month DESC, goal_id",
                personId);
        var rows = select.executeQuery()) {
      while (rows.next()) {
        investments.add(
            new Investment(
                rows.getString(1),
                YearMonth.from(rows.getObject(2, LocalDate.class)).toString(),
                rows.getBigDecimal(3),
                rows.getBigDecimal(4),
                rows.getBigDecimal(5)));
      }
    }
    return investments;
  }

  /**
   * Invests the confirmed amounts of a month and of the one before it, which may be confirmed late,
   * for all goals that they reach. If more was confirmed since an earlier call, an investment
   * grows.
   */
  static void invest(Connection connection, YearMonth month) throws SQLException {
    Bank.update(
        connection,
        """
        INSERT INTO bank.investment (person_id, goal_id, month, amount, rate)
        SELECT c.person_id, c.goal_id,
               date_trunc('month', c.occurred_at AT TIME ZONE 'UTC')::date AS month,
               sum(c.amount), r.special_rate
        FROM bank.contribution c
        JOIN bank.customer p ON p.person_id = c.person_id AND c.goal_id = ANY (p.goals)
        JOIN rules.goal r ON r.goal_id = c.goal_id AND r.segment = p.segment
        WHERE c.state = 'CONFIRMED' AND c.export_id IS NOT NULL
          AND c.occurred_at >= ? AND c.occurred_at < ?
        GROUP BY c.person_id, c.goal_id, 3, r.special_rate, r.target_amount
        HAVING sum(c.amount) >= r.target_amount
        ON CONFLICT (person_id, goal_id, month)
          DO UPDATE SET amount = excluded.amount, rate = excluded.rate
        """,
        month.minusMonths(1).atDay(1).atStartOfDay().atOffset(ZoneOffset.UTC),
        month.plusMonths(1).atDay(1).atStartOfDay().atOffset(ZoneOffset.UTC));
  }
}
