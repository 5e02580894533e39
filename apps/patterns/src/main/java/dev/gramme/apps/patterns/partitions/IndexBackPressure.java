package dev.gramme.apps.patterns.partitions;

import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.apps.patterns.Surroundings;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Gsi;
import dev.gramme.toolkit.Page;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.Query;
import dev.gramme.toolkit.Shard;
import dev.gramme.toolkit.entity.TableCreation;
import dev.gramme.toolkit.page.Shards;
import dev.gramme.toolkit.schema.TableSchema;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingReason;
import software.amazon.awssdk.services.dynamodb.model.WarmThroughput;

/** An index with few keys refuses the writes of a table that has enough throughput. */
public final class IndexBackPressure implements Pattern {
  private static final int SHARDS = 16;

  /** Jobs in a second; each costs ten units in the table and ten in the index. */
  private static final int JOBS = 300;

  private static final String WEIGHT = "x".repeat(9_900);
  private static final WarmThroughput WARM =
      WarmThroughput.builder().readUnitsPerSecond(12_000L).writeUnitsPerSecond(16_000L).build();

  @Entity(pk = "JOB#{job:5}")
  @Gsi(name = "byState", pk = "STATE#{state}", sk = "{job:5}")
  record Job(int job, String state, String weight) {}

  @Entity(pk = "JOB#{job:5}")
  @Gsi(name = "byState", pk = "STATE#{state}#{shard}", sk = "{job:5}")
  record ShardedJob(int job, String state, @Shard(SHARDS) String shard, String weight) {}

  @AccessPatterns(table = "jobs")
  interface Queries {
    @Put
    void save(Job job);
  }

  @AccessPatterns(table = "sharded-jobs")
  interface ShardedQueries {
    @Put
    void save(ShardedJob job);

    @Query(index = "byState", limit = 3)
    Page<ShardedJob> inState(String state, Cursor after);
  }

  @Override
  public String title() {
    return "Back-pressure of an index with few keys, and its sharding";
  }

  @Override
  public String problem() {
    return "Writes of a table are refused because an index has too few keys.";
  }

  @Override
  public String purpose() {
    return """
    New jobs have different keys, so the table distributes their writes over its partitions. An index by
    state has one key for all new jobs, and one partition takes 1,000 units a second. A write that the
    index cannot take is refused as a whole. The error names the index, although the request names only
    the table. This is the back-pressure of the index. A suffix in the key of the index distributes its
    entries. A number computed from the job's own, and not a random one, keeps the same suffix when the
    job is written again. A reader of a state reads all suffixes, and the toolkit merges them. Two
    suffixes can share a partition at first; [write sharding of votes](#write-sharding-of-votes) shows
    how the service splits it. An index that projects only the keys has smaller entries, and takes more
    of them. (Here 300 jobs of ten kilobytes represent 3,000 small ones.)
    """;
  }

  @Override
  public Surroundings surroundings() {
    return Surroundings.THROTTLED;
  }

  @Override
  public void show(Stage stage) {
    TableSchema schema = IndexBackPressure_QueriesTable.schema();
    TableSchema sharded = IndexBackPressure_ShardedQueriesTable.schema();
    stage.client().createTable(warm(schema));
    stage.client().createTable(warm(sharded));
    var jobs = IndexBackPressure_QueriesTable.of(stage.table(schema));
    var shardedJobs = IndexBackPressure_ShardedQueriesTable.of(stage.table(sharded));
    var shards = new Shards(SHARDS);
    IntConsumer one = job -> jobs.save(new Job(job, "NEW", WEIGHT));
    IntConsumer oneSharded =
        job -> shardedJobs.save(new ShardedJob(job, "NEW", shards.suffix(job % SHARDS), WEIGHT));
    stage.read("300 jobs in a second, with one key of the index", () -> second(stage, one));
    stage.read("300 jobs in a second, with sixteen keys", () -> second(stage, oneSharded));
    stage.read(
        "the first three new jobs",
        () ->
            shardedJobs.inState("NEW", Cursor.start()).items().stream()
                .map(ShardedJob::job)
                .toList());
  }

  /** On demand, and warmed up so that the table and its index have more than enough units. */
  private static CreateTableRequest warm(TableSchema schema) {
    CreateTableRequest request = TableCreation.request(schema, schema.name());
    return request.toBuilder()
        .billingMode(BillingMode.PAY_PER_REQUEST)
        .warmThroughput(WARM)
        .globalSecondaryIndexes(
            request.globalSecondaryIndexes().stream()
                .map(index -> index.toBuilder().warmThroughput(WARM).build())
                .toList())
        .build();
  }

  /** Writes the jobs of one second, then advances the clock. Returns what happened how often. */
  private static Map<String, Integer> second(Stage stage, IntConsumer write) {
    var results = new TreeMap<String, Integer>();
    for (int job = 0; job < JOBS; job++) {
      String result = "written";
      try {
        write.accept(job);
      } catch (ThrottlingException refused) {
        ThrottlingReason reason = refused.throttlingReasons().getFirst();
        String resource = reason.resource().replaceFirst(".*:table/", "");
        result = "refused, " + reason.reason() + " of " + resource;
      }
      results.merge(result, 1, Integer::sum);
    }
    stage.advance(Duration.ofSeconds(1));
    return results;
  }
}
