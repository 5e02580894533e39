package dev.gramme.apps.savings.batch;

import static org.apache.spark.sql.functions.col;

import java.util.Properties;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;

/**
 * The consolidated tables of the data platform: Parquet files, with a folder for each export of the
 * bank's books. The content of an export is fixed when the bank closes its books, so writing it
 * again gives the same result.
 *
 * @param folder a path, or another location that Spark can write to, such as s3a://bucket/gold
 */
record GoldTables(SparkSession spark, String folder) {

  /** Writes the data of an export from the bank's database. */
  void export(String jdbcUrl, long exportId) {
    write(
        jdbcUrl,
        """
        (SELECT c.person_id, c.name, c.segment, c.notifications, c.language, c.goals, e.closed_at,
                coalesce(o.reconciled_until, e.closed_at) AS reconciled_until
         FROM bank.customer c
         JOIN bank.export e ON e.export_id = %1$d
         LEFT JOIN bank.export_open o ON o.export_id = e.export_id AND o.person_id = c.person_id) t
        """
            .formatted(exportId),
        customersOf(exportId));
    write(
        jdbcUrl,
        """
        (SELECT event_id, person_id, goal_id, amount, occurred_at
         FROM bank.contribution WHERE export_id = %d AND state = 'CONFIRMED') t
        """
            .formatted(exportId),
        contributionsOf(exportId));
  }

  private void write(String jdbcUrl, String query, String to) {
    spark
        .read()
        .jdbc(jdbcUrl, query, new Properties())
        .write()
        .mode(SaveMode.Overwrite)
        .parquet(to);
  }

  /** All customers of an export. */
  Dataset<Row> customers(long exportId) {
    return spark.read().parquet(customersOf(exportId));
  }

  /** All contributions confirmed by an export. */
  Dataset<Row> contributions(long exportId) {
    return spark.read().parquet(folder + "/contributions").where(col("export").leq(exportId));
  }

  private String customersOf(long exportId) {
    return folder + "/customers/export=" + exportId;
  }

  private String contributionsOf(long exportId) {
    return folder + "/contributions/export=" + exportId;
  }
}
