package dev.gramme.embedded;

import dev.gramme.auth.identity.Identities;
import dev.gramme.embedded.ClientPool.Lease;
import dev.gramme.engine.Engine;
import dev.gramme.engine.catalog.ControlPlaneProfile;
import dev.gramme.engine.throttle.Throttling;
import dev.gramme.engine.write.TransactionConflicts;
import dev.gramme.functions.Functions;
import dev.gramme.model.Wording;
import dev.gramme.server.Database;
import dev.gramme.server.RegionalDatabases;
import dev.gramme.storage.memory.MemoryStore;
import dev.gramme.storage.rocksdb.RocksStore;
import dev.gramme.storage.rocksdb.RocksStoreOptions;
import dev.gramme.transfer.Transfers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
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
 *
 * <p>Each region has tables of its own, as in the service: the region that a client signs for, up
 * to 40 of them. The clients that it gives itself use {@link #REGION}.
 */
public final class Gramme implements AutoCloseable {
  /** The region of the clients that {@link #client} and {@link #asyncClient} give. */
  public static final Region REGION = Region.US_EAST_1;

  /** The account in ARNs. */
  public static final String ACCOUNT = "000000000000";

  private static final Duration SERVICE_RECOVERY_LAG = Duration.ofMinutes(5);
  private static final Duration NEVER_SLOW = Duration.ofDays(1);

  private final RegionalDatabases databases;
  private final RegionStores stores;
  private final Database.Options options;
  private Duration advanced = Duration.ZERO;
  private @Nullable Lease<DynamoDbClient> client;
  private @Nullable Lease<DynamoDbAsyncClient> asyncClient;
  private @Nullable Lease<DynamoDbStreamsClient> streamsClient;

  private Gramme(RegionStores stores, Database.Options options) {
    this.stores = stores;
    this.options = options;
    this.databases =
        options.identities() == null
            ? RegionalDatabases.growing(
                stores.regions(), this::open, RegionalDatabases.MOST_REGIONS, Runnable::run)
            : RegionalDatabases.fixed(List.of(REGION.id()), this::open, Map.of());
  }

  private Database open(String region) {
    var database = Database.open(stores.open(region), options.withRegion(region));
    if (!advanced.isZero()) {
      database.advance(advanced);
    }
    return database;
  }

  /** An empty database in memory. */
  public static Gramme inMemory() {
    return builder().inMemory();
  }

  /** An empty database in memory that goes by a clock of its own. */
  public static Gramme inMemory(InstantSource clock) {
    return builder().clock(clock).inMemory();
  }

  /**
   * The database in a folder, which is created if it does not exist. What was acknowledged is on
   * disk. The buckets of imports and exports are the folders of its folder {@code buckets}.
   *
   * @throws dev.gramme.storage.StorageException if the folder cannot be used, or another process
   *     uses it
   */
  public static Gramme open(Path folder) {
    return builder().open(folder);
  }

  /** The same, going by a clock of its own. */
  public static Gramme open(Path folder, InstantSource clock) {
    return builder().clock(clock).open(folder);
  }

  /** Says how a database is to be, and opens it. */
  public static Builder builder() {
    return new Builder();
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
    return new Gramme(stores.fork(), options);
  }

  /** The synchronous client. */
  public synchronized DynamoDbClient client() {
    if (client == null) {
      client = SdkClients.SYNC.lease(databases);
    }
    return client.client();
  }

  /** The asynchronous client. */
  public synchronized DynamoDbAsyncClient asyncClient() {
    if (asyncClient == null) {
      asyncClient = SdkClients.ASYNC.lease(databases);
    }
    return asyncClient.client();
  }

  /** The client for streams. */
  public synchronized DynamoDbStreamsClient streamsClient() {
    if (streamsClient == null) {
      streamsClient = SdkClients.STREAMS.lease(databases);
    }
    return streamsClient.client();
  }

  /**
   * Moves the database's clock ahead and returns when all that was due by then is done: items have
   * expired, streams are trimmed, iterators and tokens are too old.
   */
  public synchronized void advance(Duration by) {
    advanced = advanced.plus(by);
    databases.all().forEach(database -> database.advance(by));
  }

  /**
   * The functions that run on the streams of {@link #REGION}: {@code
   * gramme.functions().bind("mailer", FunctionMapping.of(streamArn, TRIM_HORIZON).build(), event ->
   * ...)}.
   */
  public Functions functions() {
    return databases.first().functions();
  }

  /**
   * What connects a client of your own making to the database: {@code
   * DynamoDbClient.builder().httpClient(gramme.httpClient())}, with any endpoint and credentials.
   */
  public SdkHttpClient httpClient() {
    return new InProcessHttpClient(databases);
  }

  /** The same for an asynchronous client. */
  public SdkAsyncHttpClient asyncHttpClient() {
    return new InProcessAsyncHttpClient(databases);
  }

  /** Closes the clients and the database; one in memory is gone then. */
  @Override
  public synchronized void close() {
    Optional.ofNullable(client).ifPresent(Lease::close);
    Optional.ofNullable(asyncClient).ifPresent(Lease::close);
    Optional.ofNullable(streamsClient).ifPresent(Lease::close);
    databases.close();
  }

  /** How a database is to be; what is not said is as in {@link #inMemory()} and {@link #open}. */
  public static final class Builder {
    private InstantSource clock = InstantSource.system();
    private Engine.Options engine = Engine.Options.DEFAULT;
    private Transfers.@Nullable Places places;
    private @Nullable Identities identities;

    private Builder() {}

    /** The clock that it goes by, and {@link Gramme#advance} moves ahead of. */
    public Builder clock(InstantSource value) {
      clock = value;
      return this;
    }

    /**
     * How long changes of tables take: {@link ControlPlaneProfile#SERVICE} is as slow as the
     * service. With {@link Gramme#advance} nobody waits for them.
     */
    public Builder pace(ControlPlaneProfile value) {
      engine = engine.withPace(value);
      return this;
    }

    /**
     * Whether throughput is limited: {@link Throttling#SERVICE} is as the service does. The limits
     * go by the clock, which {@link Gramme#advance} moves.
     */
    public Builder throttling(Throttling value) {
      engine = engine.withThrottling(value);
      return this;
    }

    /**
     * As slow and as strict as the service: {@link ControlPlaneProfile#SERVICE}, {@link
     * Throttling#SERVICE}, errors for items of running transactions, and restores to five minutes
     * ago at the latest. It is what {@code --like-aws} is for a server. With {@link Gramme#advance}
     * nobody waits for the delays.
     */
    public Builder likeAws() {
      engine =
          engine
              .withPace(ControlPlaneProfile.SERVICE)
              .withThrottling(Throttling.SERVICE)
              .withTransactionConflicts(TransactionConflicts.REPORT)
              .withRecoveryLag(SERVICE_RECOVERY_LAG);
      return this;
    }

    /** The folder whose folders are the buckets of imports and exports. */
    public Builder buckets(Path folder) {
      return buckets(Transfers.Places.folders(folder));
    }

    /** Other buckets, such as those in S3 that the module {@code gramme-transfer-s3} has. */
    public Builder buckets(Transfers.Places value) {
      places = value;
      return this;
    }

    /**
     * Answers only what these identities sign, and does only what they may. Use clients of your own
     * with their keys ({@link Gramme#httpClient}): the client that {@link Gramme#client} gives is
     * none of them.
     *
     * @param value identities of the account {@link Gramme#ACCOUNT}
     */
    public Builder identities(Identities value) {
      identities = value;
      return this;
    }

    /** An empty database in memory; it has no buckets unless they were given. */
    public Gramme inMemory() {
      return new Gramme(RegionStores.inMemory(), options(Transfers.Places.NONE));
    }

    /**
     * The database in a folder, as {@link Gramme#open(Path)} has it.
     *
     * @throws dev.gramme.storage.StorageException if the folder cannot be used, or another process
     *     uses it
     */
    public Gramme open(Path folder) {
      return new Gramme(
          RegionStores.in(folder), options(Transfers.Places.folders(folder.resolve("buckets"))));
    }

    private Database.Options options(Transfers.Places otherwise) {
      return new Database.Options(
              clock,
              ACCOUNT,
              Wording.CURRENT,
              REGION.id(),
              NEVER_SLOW,
              engine,
              places == null ? otherwise : places)
          .withIdentities(identities);
    }
  }
}
