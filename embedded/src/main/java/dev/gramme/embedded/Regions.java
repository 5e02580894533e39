package dev.gramme.embedded;

import dev.gramme.model.Wording;
import dev.gramme.server.Database;
import dev.gramme.server.RegionalDatabases;
import dev.gramme.storage.Store;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Databases of several regions in this process. Tables can have replicas in all of them.
 *
 * <pre>{@code
 * try (var regions = Gramme.regions("us-east-1", "eu-west-1")) {
 *   regions.client("us-east-1").createTable(...);
 *   regions.client("us-east-1").updateTable(table -> table.tableName("songs")
 *       .replicaUpdates(update -> update.create(replica -> replica.regionName("eu-west-1"))));
 *   regions.awaitReplication();
 *   regions.client("eu-west-1").getItem(...);
 * }
 * }</pre>
 *
 * <p>Thread-safe. The clients belong to this object and are closed with it.
 */
public final class Regions implements AutoCloseable {
  private static final Duration POLL_INTERVAL = Duration.ofMillis(2);

  private final RegionalDatabases databases;
  private final ClockAdvances<Database> clocks = new ClockAdvances<>(Database::advance);
  private final Map<String, DynamoDbClient> clients = new ConcurrentHashMap<>();
  private final Map<String, DynamoDbStreamsClient> streams = new ConcurrentHashMap<>();

  private Regions(RegionalDatabases databases) {
    this.databases = databases;
    databases.all().forEach(clocks::add);
  }

  static Regions open(List<String> names, Function<String, Store> stores, InstantSource clock) {
    var opened = new LinkedHashMap<String, Store>();
    names.forEach(name -> opened.put(name, stores.apply(name)));
    return new Regions(
        RegionalDatabases.fixed(
            names,
            name -> database(name, Objects.requireNonNull(opened.get(name)), clock),
            Map.of()));
  }

  private static Database database(String region, Store store, InstantSource clock) {
    return Database.open(
        store, new Database.Options(clock, "000000000000", Wording.CURRENT, region));
  }

  /** The synchronous client of a region. */
  public DynamoDbClient client(String region) {
    return clients.computeIfAbsent(
        region, name -> SdkClients.sync(databases.of(name).handler(), Region.of(name)));
  }

  /** The client for streams of a region. */
  public DynamoDbStreamsClient streamsClient(String region) {
    return streams.computeIfAbsent(
        region, name -> SdkClients.streams(databases.of(name).handler(), Region.of(name)));
  }

  /**
   * Advances the clocks of all regions. Returns when everything that is due by then is done.
   *
   * @throws IllegalArgumentException if the duration is negative, or the clock of a region would be
   *     more than a hundred years ahead. Then no clock moves
   */
  public void advance(Duration by) {
    clocks.advance(by);
  }

  /**
   * Advances the clock of one region. Returns when everything that is due by then is done.
   *
   * @throws IllegalArgumentException if there is no such region, if the duration is negative, or if
   *     the clock would be more than a hundred years ahead
   */
  public void advance(String region, Duration by) {
    clocks.advance(databases.of(region), by);
  }

  /**
   * Waits until all new replicas are complete and every change has been replicated to all regions.
   *
   * @throws IllegalStateException if that takes longer than a minute
   */
  public void awaitReplication() {
    awaitReplication(Duration.ofMinutes(1));
  }

  private void awaitReplication(Duration limit) {
    long end = System.nanoTime() + limit.toNanos();
    while (!databases.all().stream().allMatch(Database::hasConverged)) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException("replication has not completed within " + limit);
      }
      LockSupport.parkNanos(POLL_INTERVAL.toNanos());
    }
  }

  /** Closes the clients and the databases. The data of databases in memory is lost. */
  @Override
  public void close() {
    new ArrayList<>(clients.values()).forEach(DynamoDbClient::close);
    new ArrayList<>(streams.values()).forEach(DynamoDbStreamsClient::close);
    databases.close();
  }
}
