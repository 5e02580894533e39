package dev.gramme.apps.savings.batch;

import dev.gramme.apps.savings.domain.Customer;
import dev.gramme.apps.savings.domain.Goal;
import dev.gramme.apps.savings.domain.GoalStatus;
import dev.gramme.apps.savings.domain.Moments;
import dev.gramme.apps.savings.domain.RuleBook;
import java.math.BigDecimal;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.YearMonth;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StructType;

/** A computed customer as a row of the staged files. */
final class StagedCustomer {
  private static final DecimalType AMOUNT = new DecimalType(12, 2);
  private static final DecimalType RATE = new DecimalType(5, 4);

  private static final StructType GOAL =
      new StructType()
          .add("goal_id", DataTypes.StringType, false)
          .add("target_amount", AMOUNT, false)
          .add("saved_amount", AMOUNT, false)
          .add("status", DataTypes.StringType, false)
          .add("special_rate", RATE, false);

  /** The columns. */
  static final StructType SCHEMA =
      new StructType()
          .add("person_id", DataTypes.StringType, false)
          .add("name", DataTypes.StringType, false)
          .add("notifications", DataTypes.BooleanType, false)
          .add("language", DataTypes.StringType, false)
          .add("month", DataTypes.StringType, false)
          .add("goals", DataTypes.createArrayType(GOAL, false), false)
          .add("last_updated", DataTypes.TimestampType, false);

  private StagedCustomer() {}

  /**
   * Applies the rules to a customer.
   *
   * @param row from {@link Consolidation}: the customer with a map from goals to saved amounts
   */
  static Row compute(Row row, RuleBook rules) {
    Map<String, BigDecimal> saved = row.getJavaMap(row.fieldIndex("saved"));
    String segment = text(row, "segment");
    List<String> chosen = row.getList(row.fieldIndex("goals"));
    var goals =
        chosen.stream()
            .flatMap(goalId -> rules.rule(goalId, segment).stream())
            .map(
                rule -> rule.goalAt(saved.getOrDefault(rule.goalId(), BigDecimal.ZERO.setScale(2))))
            .map(StagedCustomer::row)
            .toArray(Row[]::new);
    Timestamp closedAt = row.getAs("closed_at");
    return RowFactory.create(
        text(row, "person_id"),
        text(row, "name"),
        row.<Boolean>getAs("notifications"),
        text(row, "language"),
        Moments.month(closedAt.toInstant()).toString(),
        goals,
        row.<Timestamp>getAs("reconciled_until"));
  }

  private static Row row(Goal goal) {
    return RowFactory.create(
        goal.goalId(),
        goal.targetAmount(),
        goal.savedAmount(),
        goal.status().name(),
        goal.specialRate());
  }

  /** The customer of a row, with a generation. */
  static Customer customer(Row row, long generation) {
    List<Row> goals = row.getList(row.fieldIndex("goals"));
    Instant lastUpdated = row.<Timestamp>getAs("last_updated").toInstant();
    return new Customer(
        text(row, "person_id"),
        text(row, "name"),
        new Customer.Preferences(row.<Boolean>getAs("notifications"), text(row, "language")),
        YearMonth.parse(text(row, "month")),
        goals.stream().map(StagedCustomer::goal).toList(),
        lastUpdated,
        generation);
  }

  private static Goal goal(Row row) {
    return new Goal(
        text(row, "goal_id"),
        row.getAs("target_amount"),
        row.getAs("saved_amount"),
        GoalStatus.valueOf(text(row, "status")),
        row.getAs("special_rate"));
  }

  private static String text(Row row, String name) {
    return row.getAs(name);
  }
}
