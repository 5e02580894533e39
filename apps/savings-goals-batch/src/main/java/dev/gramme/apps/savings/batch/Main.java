package dev.gramme.apps.savings.batch;

import java.time.InstantSource;
import org.apache.spark.sql.SparkSession;

/** The batch as a process: {@code Main nightly --export 17 --gold ...}. */
public final class Main {
  private static final int BAD_ARGUMENTS = 2;

  private Main() {}

  /** Runs one command; the exit status is 0 only if it was completed. */
  public static void main(String[] arguments) throws Exception {
    BatchSettings settings;
    try {
      settings = BatchSettings.of(System.getenv(), arguments);
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.exit(BAD_ARGUMENTS);
      return;
    }
    try (var spark = session(settings.s3Endpoint())) {
      new Batch(spark, settings, InstantSource.system(), System.out).run();
    }
    System.exit(0); // ends threads that the database's client leaves behind
  }

  /**
   * A session in this process, unless the system property spark.master specifies another one.
   *
   * @param s3Endpoint see {@link BatchSettings}
   */
  static SparkSession session(String s3Endpoint) {
    var builder =
        SparkSession.builder()
            .appName("savings-goals")
            .master(System.getProperty("spark.master", "local[*]"))
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.ui.enabled", "false")
            .config("spark.sql.shuffle.partitions", "4")
            .config("spark.sql.session.timeZone", "UTC")
            .config("spark.sql.catalogImplementation", "in-memory");
    if (!s3Endpoint.isEmpty()) {
      // Such servers use path-style addressing and accept any region.
      builder
          .config("spark.hadoop.fs.s3a.endpoint", s3Endpoint)
          .config("spark.hadoop.fs.s3a.endpoint.region", "us-east-1")
          .config("spark.hadoop.fs.s3a.path.style.access", "true");
    }
    return builder.getOrCreate();
  }
}
