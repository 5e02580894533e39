package dev.gramme.embedded;

import dev.gramme.embedded.ClientPool.Lease;
import dev.gramme.engine.Engine;
import dev.gramme.engine.catalog.Pace;
import dev.gramme.functions.Functions;
import dev.gramme.model.Wording;
import dev.gramme.server.Database;
import dev.gramme.storage.Store;
import dev.gramme.storage.memory.MemoryStore;
import dev.gramme.storage.rocksdb.RocksStore;
import dev.gramme.storage.rocksdb.RocksStoreOptions;
import dev.gramme.transfer.Transfers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * A database in this process, reached with the AWS SDK for Java v2 and without a socket.
 *
 * <pre>{@code
 * try (var gramme = Gramme.inMemory()) {
 *   DynamoDbClient dynamo = gramme.client();
 *   dynamo.createTable(...);
 * }
 * }</pre>
 *
 * <p>The clients, the enhanced client and everything else that is built on them behave as against a
 * server: requests take the same way from the first byte of their JSON on. Thread-safe. The clients
 * belong to the database: closing one does nothing, and after the database is closed their calls
 * fail with an IllegalStateException.
 */
public final class Gramme implements AutoCloseable {
  /** The region of the clients that {@link #client} and {@link #asyncClient} give. */
  public static final Region REGION = Region.US_EAST_1;

  private static final Duration NEVER_SLOW = Duration.ofDays(1);

  private final Database database;
  private final @Nullable MemoryStore memory;
  private final InstantSource clock;
  private final Transfers.Places places;
  private final Pace pace;
  private @Nullable Lease<DynamoDbClient> client;
  private @Nullable Lease<DynamoDbAsyncClient> asyncClient;
  private @Nullable Lease<DynamoDbStreamsClient> streamsClient;

  private Gramme(Store store, InstantSource clock, Pace pace, Transfers.Places places) {
    this.memory = store instanceof MemoryStore inMemory ? inMemory : null;
    this.clock = clock;
    this.pace = pace;
    this.places = places;
    this.database =
        Database.open(
            store,
            new Database.Options(
                clock,
                "000000000000",
                Wording.CLASSIC,
                REGION.id(),
                NEVER_SLOW,
                Engine.Options.DEFAULT.withPace(pace),
                places));
  }

  /** An empty database in memory. */
  public static Gramme inMemory() {
    return inMemory(InstantSource.system());
  }

  /** An empty database in memory that goes by a clock of its own. */
  public static Gramme inMemory(InstantSource clock) {
    return inMemory(clock, Pace.IMMEDIATE);
  }

  /**
   * An empty database in memory whose imports and exports know buckets.
   *
   * @param buckets a folder whose folders are the buckets
   */
  public static Gramme inMemory(InstantSource clock, Path buckets) {
    return inMemory(clock, Pace.IMMEDIATE, Transfers.Places.folders(buckets));
  }

  /**
   * The same with tables that change slowly, as those of the service do: {@link Pace#SERVICE}. With
   * {@link #advance} nobody waits for them.
   */
  public static Gramme inMemory(InstantSource clock, Pace pace) {
    return inMemory(clock, pace, Transfers.Places.NONE);
  }

  /**
   * The same with imports from and exports to buckets of one's own choice, such as those in S3 that
   * the module {@code gramme-transfer-s3} has.
   */
  public static Gramme inMemory(InstantSource clock, Pace pace, Transfers.Places places) {
    return new Gramme(new MemoryStore(), clock, pace, places);
  }

  /**
   * The database in a folder, which is created if it does not exist. What was acknowledged is on
   * disk. The buckets of imports and exports are the folders of its folder {@code buckets}.
   *
   * @throws dev.gramme.storage.StorageException if the folder cannot be used, or another process
   *     uses it
   */
  public static Gramme open(Path folder) {
    return open(folder, InstantSource.system());
  }

  /** The same, going by a clock of its own. */
  public static Gramme open(Path folder, InstantSource clock) {
    return open(folder, clock, Transfers.Places.folders(folder.resolve("buckets")));
  }

  /** The same with other buckets, such as those in S3. */
  public static Gramme open(Path folder, InstantSource clock, Transfers.Places places) {
    return new Gramme(RocksStore.open(RocksStoreOptions.of(folder)), clock, Pace.IMMEDIATE, places);
  }

  /** Empty databases in memory for several regions, between which tables can have replicas. */
  public static Regions regions(String... names) {
    return Regions.open(List.of(names), name -> new MemoryStore(), InstantSource.system());
  }

  /** The databases of several regions in a folder, each in a folder of its own there. */
  public static Regions regions(Path folder, String... names) {
    return Regions.open(
        List.of(names),
        name -> RocksStore.open(RocksStoreOptions.of(folder.resolve(name))),
        InstantSource.system());
  }

  /**
   * An independent copy, made in constant time whatever the database holds.
   *
   * @throws UnsupportedOperationException if the database is not in memory
   */
  public Gramme fork() {
    if (memory == null) {
      throw new UnsupportedOperationException("only a database in memory can be forked");
    }
    return new Gramme(memory.fork(), clock, pace, places);
  }

  /** The synchronous client. */
  public synchronized DynamoDbClient client() {
    if (client == null) {
      client = SdkClients.SYNC.lease(database.handler());
    }
    return client.client();
  }

  /** The asynchronous client. */
  public synchronized DynamoDbAsyncClient asyncClient() {
    if (asyncClient == null) {
      asyncClient = SdkClients.ASYNC.lease(database.handler());
    }
    return asyncClient.client();
  }

  /** The client for streams. */
  public synchronized DynamoDbStreamsClient streamsClient() {
    if (streamsClient == null) {
      streamsClient = SdkClients.STREAMS.lease(database.handler());
    }
    return streamsClient.client();
  }

  /**
   * Moves the database's clock ahead and returns when all that was due by then is done: items have
   * expired, streams are trimmed, iterators and tokens are too old.
   */
  public void advance(Duration by) {
    database.advance(by);
  }

  /**
   * The functions that run on its streams: {@code gramme.functions().bind("mailer",
   * FunctionMapping.of(streamArn, TRIM_HORIZON).build(), event -> ...)}.
   */
  public Functions functions() {
    return database.functions();
  }

  /**
   * What connects a client of your own making to the database: {@code
   * DynamoDbClient.builder().httpClient(gramme.httpClient())}, with any endpoint and credentials.
   */
  public SdkHttpClient httpClient() {
    return new InProcessHttpClient(database.handler());
  }

  /** The same for an asynchronous client. */
  public SdkAsyncHttpClient asyncHttpClient() {
    return new InProcessAsyncHttpClient(database.handler());
  }

  /** Closes the clients and the database; one in memory is gone then. */
  @Override
  public synchronized void close() {
    Optional.ofNullable(client).ifPresent(Lease::close);
    Optional.ofNullable(asyncClient).ifPresent(Lease::close);
    Optional.ofNullable(streamsClient).ifPresent(Lease::close);
    database.close();
  }
}
