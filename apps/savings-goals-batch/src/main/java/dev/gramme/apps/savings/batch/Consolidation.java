package dev.gramme.apps.savings.batch;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.date_trunc;
import static org.apache.spark.sql.functions.hash;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.map;
import static org.apache.spark.sql.functions.map_from_entries;
import static org.apache.spark.sql.functions.pmod;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.sum;

import dev.gramme.apps.savings.domain.RuleBook;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.types.DecimalType;

/**
 * Computes each customer's state from the gold tables and the rules: the confirmed amounts by goal,
 * in the month in which the books were closed.
 */
final class Consolidation {
  /**
   * The number of chunks. They are loaded sequentially, so an interrupted load repeats at most one
   * chunk.
   */
  static final int CHUNKS = 16;

  private Consolidation() {}

  /** Computes the states of an export's customers and writes them to a folder, in chunks. */
  static void stage(GoldTables gold, long exportId, RuleBook rules, String folder) {
    var broadcast = new JavaSparkContext(gold.spark().sparkContext()).broadcast(rules);
    customersWithSavings(gold, exportId)
        .map(
            (MapFunction<Row, Row>) row -> StagedCustomer.compute(row, broadcast.value()),
            Encoders.row(StagedCustomer.SCHEMA))
        .withColumn("chunk", pmod(hash(col("person_id")), lit(CHUNKS)))
        .repartition(col("chunk"))
        .write()
        .mode(SaveMode.Overwrite)
        .partitionBy("chunk")
        .parquet(folder);
  }

  private static Dataset<Row> customersWithSavings(GoldTables gold, long exportId) {
    var customers = gold.customers(exportId);
    // All customers of an export have the same closing time, so one row is enough.
    var months = customers.select(date_trunc("month", col("closed_at")).as("month")).limit(1);
    var saved =
        gold.contributions(exportId)
            .join(months, date_trunc("month", col("occurred_at")).equalTo(col("month")))
            .groupBy("person_id", "goal_id")
            .agg(sum("amount").cast(new DecimalType(12, 2)).as("amount"))
            .groupBy("person_id")
            .agg(map_from_entries(collect_list(struct(col("goal_id"), col("amount")))).as("sums"));
    var noSavings = map().cast("map<string,decimal(12,2)>");
    return customers
        .join(saved, customers.col("person_id").equalTo(saved.col("person_id")), "left")
        .drop(saved.col("person_id"))
        .withColumn("saved", coalesce(col("sums"), noSavings));
  }
}
