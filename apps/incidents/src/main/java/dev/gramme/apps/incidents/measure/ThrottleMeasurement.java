package dev.gramme.apps.incidents.measure;

import dev.gramme.apps.incidents.account.Identifiers;
import dev.gramme.apps.incidents.design.IncidentDesign;
import dev.gramme.embedded.Gramme;
import dev.gramme.embedded.Throttling;
import dev.gramme.toolkit.Ksuid;
import dev.gramme.toolkit.explain.CapacityMeter;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;
import software.amazon.awssdk.services.dynamodb.model.WarmThroughput;

/**
 * Measures when a design throttles: one large account reports incidents at a given rate, to a table
 * with sufficient total throughput. Time is simulated and repeatable; rejected requests are not
 * retried, so that they can be counted.
 */
public final class ThrottleMeasurement {
  private static final Instant START = Instant.parse("2026-11-21T12:00:00Z");
  private static final long WRITES_PER_SECOND = 20_000;
  private static final long READS_PER_SECOND = 40_000;
  private static final int TEAMS = 40;
  private static final int LISTED = 20;

  private final BiFunction<DynamoDbClient, Identifiers, IncidentDesign> design;
  private final int detailsBytes;

  /**
   * A measurement of a design.
   *
   * @param detailsBytes the size of the details of an incident
   */
  public ThrottleMeasurement(
      BiFunction<DynamoDbClient, Identifiers, IncidentDesign> design, int detailsBytes) {
    this.design = design;
    this.detailsBytes = detailsBytes;
  }

  /**
   * The result of one second.
   *
   * @param reports the number of reports
   * @param carriedOut how many of them were carried out completely
   */
  public record Second(int reports, int carriedOut) {}

  /**
   * The cost of calls.
   *
   * @param reportWrites write units of a report
   * @param reportReads read units of a report
   * @param listReads read units for listing the newest twenty incidents
   */
  public record Cost(double reportWrites, double reportReads, double listReads) {}

  /** The first second with a new table. */
  public Second second(int reports) {
    try (var world = new World(1)) {
      return world.second(reports);
    }
  }

  /** One second of load in every half minute; the rest is idle simulated time. */
  public List<Second> minutes(int reports, int minutes) {
    var seconds = new ArrayList<Second>();
    try (var world = new World(1)) {
      for (int half = 0; half <= 2 * minutes; half++) {
        seconds.add(world.second(reports));
        world.gramme.advance(Duration.ofSeconds(29));
      }
    }
    return seconds;
  }

  /** The cost of single calls. */
  public Cost cost() {
    try (var world = new World(1)) {
      for (int i = 0; i < LISTED; i++) {
        world.report();
        world.gramme.advance(Duration.ofSeconds(1));
      }
      world.meter.reset();
      world.report();
      var report = world.meter.reset().total();
      world.measured.newest(world.account, LISTED);
      return new Cost(report.write(), report.read(), world.meter.reset().total().read());
    }
  }

  /** A database with a table of the design and one account. */
  private final class World implements AutoCloseable {
    private final Random random;
    private final Gramme gramme =
        Gramme.builder()
            .clock(InstantSource.fixed(START))
            .throttling(Throttling.SERVICE)
            .inMemory();
    private final DynamoDbClient client = client();
    private final CapacityMeter meter = new CapacityMeter();
    private final IncidentDesign measured;
    private final Ksuid account;
    private final List<Ksuid> teams = new ArrayList<>();
    private final List<Ksuid> users = new ArrayList<>();
    private int reports;
    private long millis;

    World(long seed) {
      random = new Random(seed);
      // Every report has a distinct time.
      var identifiers = new Identifiers(() -> START.plusMillis(millis), random);
      measured = design.apply(meter.around(client), identifiers);
      client.createTable(
          measured.table().toBuilder()
              .warmThroughput(
                  WarmThroughput.builder()
                      .readUnitsPerSecond(READS_PER_SECOND)
                      .writeUnitsPerSecond(WRITES_PER_SECOND)
                      .build())
              .build());
      account = identifiers.next();
      for (int i = 0; i < TEAMS; i++) {
        teams.add(identifiers.next());
        users.add(identifiers.next());
      }
      measured.open(account);
      gramme.advance(Duration.ofSeconds(1));
    }

    private DynamoDbClient client() {
      return DynamoDbClient.builder()
          .httpClient(gramme.httpClient())
          .region(Gramme.REGION)
          .endpointOverride(URI.create("http://gramme"))
          .credentialsProvider(
              StaticCredentialsProvider.create(AwsBasicCredentials.create("x", "x")))
          .overrideConfiguration(options -> options.retryStrategy(AwsRetryStrategy.doNotRetry()))
          .build();
    }

    void report() {
      int number = reports++;
      millis++;
      measured.report(
          account,
          users.get(number % TEAMS),
          teams.get(number * 7 % TEAMS),
          "Error rate of the checkout exceeded 1 % (" + number + ")",
          "x".repeat(detailsBytes));
    }

    Second second(int count) {
      int refused = 0;
      for (int i = 0; i < count; i++) {
        try {
          report();
        } catch (ThrottlingException | ProvisionedThroughputExceededException tooMuch) {
          refused++;
        }
      }
      millis += 1000L;
      gramme.advance(Duration.ofSeconds(1));
      return new Second(count, count - refused);
    }

    @Override
    public void close() {
      client.close();
      gramme.close();
    }
  }
}
