package dev.gramme.apps.patterns.blocks;

import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.apps.patterns.Surroundings;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Add;
import dev.gramme.toolkit.Create;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Get;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.Shard;
import dev.gramme.toolkit.Update;
import dev.gramme.toolkit.entity.TableCreation;
import dev.gramme.toolkit.page.Shards;
import dev.gramme.toolkit.schema.TableSchema;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;
import software.amazon.awssdk.services.dynamodb.model.WarmThroughput;

/** More votes for one candidate than one partition can take. */
public final class Votes implements Pattern {
  private static final int SHARDS = 20;

  /** Votes per second. */
  private static final int VOTES = 1_000;

  /** Makes an item of twenty kilobytes, whose write costs as much as that of twenty small items. */
  private static final String WEIGHT = "x".repeat(19_900);

  private static final long WRITES_PER_SECOND = 20_000;
  private static final int MAX_ROUNDS = 20;

  @Entity(pk = "VOTES#{candidate}")
  record Tally(String candidate, long votes, String weight) {}

  @Entity(pk = "VOTES#{candidate}#{shard}")
  record ShardTally(String candidate, @Shard(SHARDS) String shard, long votes, String weight) {}

  @Entity(pk = "TOTAL#{candidate}")
  record Total(String candidate, long votes) {}

  @AccessPatterns(table = "votes")
  interface Queries {
    @Create
    void open(Tally tally);

    @Create
    void openShard(ShardTally tally);

    @Update(Tally.class)
    void vote(String candidate, @Add long votes);

    @Update(ShardTally.class)
    void voteSharded(String candidate, String shard, @Add long votes);

    @Get
    Optional<ShardTally> shard(String candidate, String shard);

    @Put
    void publish(Total total);

    @Get
    Optional<Total> total(String candidate);
  }

  @Override
  public String title() {
    return "Write sharding of votes";
  }

  @Override
  public String problem() {
    return "One counter gets more writes than a partition takes.";
  }

  @Override
  public String purpose() {
    return """
    Votes for one candidate consume 20,000 write units in each second. One item is in one partition,
    which takes 1,000 units a second. The other votes are throttled, although the table has enough
    capacity for all of them. With a suffix from 0 to 19 the votes go to twenty items. Some of these
    share a partition at first. A partition that is too hot for two minutes is split, and after that
    every vote is counted. Random suffixes do not distribute the votes evenly, so they need more shards
    than the division suggests. From time to time the shards are added up, and the total is stored in an
    item of its own for readers. (Here 1,000 votes represent 20,000: each item has twenty kilobytes, so
    a vote costs twenty units.)
    """;
  }

  @Override
  public Surroundings surroundings() {
    return Surroundings.THROTTLED;
  }

  @Override
  public void show(Stage stage) {
    Queries votes = open(stage);
    var shards = new Shards(SHARDS);
    stage.read(
        "votes counted in a second on one item", () -> second(stage, () -> votes.vote("rush", 1)));
    var turns = new AtomicInteger();
    Runnable inTurn =
        () -> votes.voteSharded("rush", shards.suffix(turns.getAndIncrement() % SHARDS), 1);
    stage.read(
        "votes counted in a second on twenty items in rotation", () -> second(stage, inTurn));
    stage.read(
        "seconds until the partitions are split and no vote is throttled",
        () -> untilNoneIsThrottled(stage, inTurn));
    stage.read(
        "votes counted in a second on twenty random items",
        () -> second(stage, () -> votes.voteSharded("rush", shards.random(stage.random()), 1)));
    stage.read("the sum of the shards is stored", () -> addUp(votes, shards));
    stage.read("the stored total", () -> votes.total("rush").orElseThrow().votes());
  }

  /** On demand, and warmed up for the expected number of writes. */
  private static Queries open(Stage stage) {
    TableSchema schema = Votes_QueriesTable.schema();
    stage
        .client()
        .createTable(
            TableCreation.request(schema, schema.name()).toBuilder()
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .warmThroughput(
                    WarmThroughput.builder()
                        .readUnitsPerSecond(12_000L)
                        .writeUnitsPerSecond(WRITES_PER_SECOND)
                        .build())
                .build());
    Queries votes = Votes_QueriesTable.of(stage.table(schema));
    votes.open(new Tally("rush", 0, WEIGHT));
    new Shards(SHARDS)
        .all()
        .forEach(shard -> votes.openShard(new ShardTally("rush", shard, 0, WEIGHT)));
    stage.recordInitialTables();
    stage.advance(Duration.ofSeconds(1));
    return votes;
  }

  /** Casts the votes of one second, then advances the clock. Returns how many were counted. */
  private static int second(Stage stage, Runnable vote) {
    int counted = 0;
    for (int i = 0; i < VOTES; i++) {
      try {
        vote.run();
        counted++;
      } catch (ThrottlingException tooMany) {
        // The vote is lost; the result shows how many.
      }
    }
    stage.advance(Duration.ofSeconds(1));
    return counted;
  }

  /**
   * Casts votes in one second of each half minute until none is throttled, and returns the number
   * of such seconds.
   */
  private static int untilNoneIsThrottled(Stage stage, Runnable vote) {
    int rounds = 0;
    int counted;
    do {
      stage.advance(Duration.ofSeconds(29));
      counted = second(stage, vote);
      rounds++;
    } while (counted < VOTES && rounds < MAX_ROUNDS);
    return rounds;
  }

  private static long addUp(Queries votes, Shards shards) {
    long sum = 0;
    for (String shard : shards.all()) {
      sum += votes.shard("rush", shard).orElseThrow().votes();
    }
    votes.publish(new Total("rush", sum));
    return sum;
  }
}
