package dev.gramme.apps.savings.batch;

import static org.apache.spark.sql.functions.col;

import java.sql.SQLException;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;

/**
 * Loads staged customers into the table, chunk by chunk, and then removes customers that no longer
 * exist. A chunk is recorded when all of its writes are acknowledged. After a crash at most one
 * chunk is repeated, and the condition on the generation makes the repetition harmless.
 *
 * @param stage the folder of staged customers
 * @param writesPerSecond 0 for no limit
 */
record BulkLoad(SparkSession spark, String stage, String dynamodb, int writesPerSecond) {
  /** How many segments of the table are scanned concurrently for leftovers. */
  private static final int SEGMENTS = 4;

  /** The result of a load. */
  record Outcome(long written, long removed, int chunksSkipped) {}

  /** Loads the remaining chunks. */
  Outcome load(Run run, RunRegistry registry) throws SQLException {
    var done = registry.loadedChunks(run);
    long written = 0;
    for (int chunk = 0; chunk < Consolidation.CHUNKS; chunk++) {
      if (!done.contains(chunk)) {
        written += load(run.generation(), chunk);
        registry.loaded(run, chunk);
      }
    }
    return new Outcome(written, removeLeftovers(run.generation()), done.size());
  }

  private long load(long generation, int chunk) {
    // Local variables, since Spark would otherwise send this record's session to the executors.
    String endpoint = dynamodb;
    int rate = writesPerSecond;
    return spark
        .read()
        .schema(StagedCustomer.SCHEMA.add("chunk", DataTypes.IntegerType))
        .parquet(stage)
        .where(col("chunk").equalTo(chunk))
        .mapPartitions(
            (MapPartitionsFunction<Row, Long>)
                rows -> {
                  var writer = TableWriter.to(endpoint, rate);
                  long changed =
                      writer.each(
                          rows,
                          row -> writer.table().replace(StagedCustomer.customer(row, generation)));
                  return List.of(changed).iterator();
                },
            Encoders.LONG())
        .collectAsList()
        .stream()
        .mapToLong(Long::longValue)
        .sum();
  }

  private long removeLeftovers(long generation) {
    String endpoint = dynamodb;
    int rate = writesPerSecond;
    var segments = IntStream.range(0, SEGMENTS).boxed().toList();
    return new JavaSparkContext(spark.sparkContext())
            .parallelize(segments, SEGMENTS)
            .flatMap(
                (FlatMapFunction<Integer, Long>)
                    segment -> {
                      var writer = TableWriter.to(endpoint, rate);
                      var table = writer.table();
                      long removed =
                          writer.each(
                              table.olderThan(generation, segment, SEGMENTS).iterator(),
                              personId -> table.removeOlderThan(generation, personId));
                      return List.of(removed).iterator();
                    })
            .collect()
            .stream()
            .mapToLong(Long::longValue)
            .sum();
  }
}
