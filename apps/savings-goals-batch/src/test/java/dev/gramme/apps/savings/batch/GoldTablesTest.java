package dev.gramme.apps.savings.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.transfer.s3.S3Server;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Tests gold tables in a folder and in S3, from books in an in-memory database. */
@Tag("long") // Spark needs 13 s of processor time
@Tag("slow")
@ResourceLock("Spark, of which a process has one")
class GoldTablesTest {
  private static final String BOOKS = "jdbc:h2:mem:books;MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE";

  private static Connection books;
  private static S3Server s3;
  private static SparkSession spark;

  @TempDir private Path folder;

  @BeforeAll
  static void start() throws Exception {
    books = DriverManager.getConnection(BOOKS);
    s3 = new S3Server().withBucket("lake");
    var credentials = s3.endpoint().credentials().orElseThrow();
    spark = Main.session(s3.endpoint().uri().toString());
    var hadoop = spark.sparkContext().hadoopConfiguration();
    hadoop.set("fs.s3a.access.key", credentials.accessKey());
    hadoop.set("fs.s3a.secret.key", credentials.secretKey());
    writeBooks();
  }

  private static void writeBooks() throws SQLException {
    try (var statement = books.createStatement()) {
      for (var line :
          List.of(
              "CREATE SCHEMA bank",
              "CREATE TABLE bank.customer (person_id varchar, name varchar, segment varchar,"
                  + " notifications boolean, language varchar, goals varchar)",
              "CREATE TABLE bank.export (export_id bigint, closed_at timestamp)",
              "CREATE TABLE bank.export_open (export_id bigint, person_id varchar,"
                  + " reconciled_until timestamp)",
              "CREATE TABLE bank.contribution (event_id varchar, person_id varchar, goal_id"
                  + " varchar, amount decimal(12, 2), occurred_at timestamp, state varchar,"
                  + " export_id bigint)",
              "INSERT INTO bank.customer VALUES ('p-1', 'Ada', 'RETAIL', true, 'en', 'SAVINGS')",
              "INSERT INTO bank.customer VALUES ('p-2', 'Bo', 'RETAIL', true, 'en', 'SAVINGS')",
              "INSERT INTO bank.export VALUES (1, '2026-11-20 22:00:00')",
              "INSERT INTO bank.export VALUES (2, '2026-11-21 22:00:00')",
              "INSERT INTO bank.contribution VALUES"
                  + " ('e-1', 'p-1', 'SAVINGS', 10.50, '2026-11-20 10:00:00', 'CONFIRMED', 1),"
                  + " ('e-2', 'p-1', 'SAVINGS', 1.00, '2026-11-20 11:00:00', 'FAILED', 1),"
                  + " ('e-3', 'p-2', 'SAVINGS', 7.25, '2026-11-21 10:00:00', 'CONFIRMED', 2)")) {
        statement.execute(line);
      }
    }
  }

  @AfterAll
  static void stop() throws Exception {
    spark.close();
    s3.close();
    books.close();
  }

  @Test
  void an_export_to_a_folder_contains_the_books() {
    containsTheBooks(folder.toString());
  }

  @Test
  void an_export_to_a_bucket_contains_the_books() {
    containsTheBooks("s3a://lake/gold");
  }

  private static void containsTheBooks(String place) {
    var gold = new GoldTables(spark, place);
    gold.export(BOOKS, 1);
    gold.export(BOOKS, 2);
    gold.export(BOOKS, 1); // repeated, which changes nothing

    assertThat(gold.customers(1).select("name").orderBy("name").toJSON().collectAsList())
        .containsExactly("{\"name\":\"Ada\"}", "{\"name\":\"Bo\"}");
    assertThat(gold.contributions(1).select("event_id", "amount").toJSON().collectAsList())
        .containsExactly("{\"event_id\":\"e-1\",\"amount\":10.50}");
    assertThat(
            gold.contributions(2).select("event_id").orderBy("event_id").toJSON().collectAsList())
        .containsExactly("{\"event_id\":\"e-1\"}", "{\"event_id\":\"e-3\"}");
  }
}
