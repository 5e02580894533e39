package dev.gramme.embedded;

import dev.gramme.auth.identity.Identities;
import dev.gramme.embedded.ClientPool.Lease;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.catalog.ControlPlaneLimits;
import dev.gramme.engine.catalog.ControlPlaneProfile;
import dev.gramme.engine.catalog.StateDelays;
import dev.gramme.engine.write.TransactionConflicts;
import dev.gramme.functions.Functions;
import dev.gramme.model.Wording;
import dev.gramme.server.Database;
import dev.gramme.server.RegionalDatabases;
import dev.gramme.server.http.HttpHandler;
import dev.gramme.storage.memory.MemoryStore;
import dev.gramme.storage.rocksdb.RocksStore;
import dev.gramme.storage.rocksdb.RocksStoreOptions;
import dev.gramme.transfer.Transfers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
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
 * A database in this process. Programs use it with the AWS SDK for Java v2, without a socket.
 *
 * <pre>{@code
 * try (var gramme = Gramme.inMemory()) {
 *   DynamoDbClient dynamo = gramme.client();
 *   dynamo.createTable(...);
 * }
 * }</pre>
 *
 * <p>The clients, the enhanced client and everything else that uses them behave as with a server:
 * requests are processed by the same code, from the first byte of their JSON. Thread-safe. The
 * clients belong to the database: closing a client has no effect. After the database is closed,
 * calls of its clients and requests for clients fail with an IllegalStateException.
 *
 * <p>Each region has its own tables, as in the service. The region of a request is the one in its
 * signature. There can be up to 40 regions. The clients of this class use {@link #REGION}.
 */
public final class Gramme implements AutoCloseable {
  /** The region of the clients that {@link #client} and {@link #asyncClient} return. */
  public static final Region REGION = Region.US_EAST_1;

  /** The account id in ARNs. */
  public static final String ACCOUNT = "000000000000";

  private static final Duration SERVICE_RECOVERY_LAG = Duration.ofMinutes(5);
  private static final Duration SLOW_REQUEST_THRESHOLD = Duration.ofDays(1);

  private final RegionalDatabases databases;
  private final RegionStores stores;
  private final Database.Options options;
  private final RequestListener listener;

  /** Held while the clock advances and while the databases close. Both wait for functions. */
  private final Object advancing = new Object();

  private final ClockAdvances<Database> clocks = new ClockAdvances<>(Database::advance);

  /**
   * Guards the clients. A function may call {@link #client}, so no code that waits for functions
   * may hold this lock.
   */
  private final Object clients = new Object();

  private boolean closed;
  private @Nullable Lease<DynamoDbClient> client;
  private @Nullable Lease<DynamoDbAsyncClient> asyncClient;
  private @Nullable Lease<DynamoDbStreamsClient> streamsClient;

  private Gramme(RegionStores stores, Database.Options options, RequestListener listener) {
    this.stores = stores;
    this.options = options;
    this.listener = listener;
    this.databases =
        options.identities() == null
            ? RegionalDatabases.growing(
                stores.regions(), this::open, RegionalDatabases.MAX_REGIONS, Runnable::run)
            : RegionalDatabases.fixed(List.of(REGION.id()), this::open, Map.of());
  }

  private Database open(String region) {
    var database =
        Database.open(stores.open(region), options.withRegion(region), listener::answered);
    try {
      clocks.add(database);
    } catch (RuntimeException | Error e) {
      database.close();
      stores.forget(region);
      throw e;
    }
    return database;
  }

  /** An empty database in memory. */
  public static Gramme inMemory() {
    return builder().inMemory();
  }

  /** An empty database in memory that uses this clock. */
  public static Gramme inMemory(InstantSource clock) {
    return builder().clock(clock).inMemory();
  }

  /**
   * Opens the database in a folder, which is created if it does not exist. Acknowledged writes are
   * on disk. Each folder within its folder {@code buckets} is a bucket for imports and exports.
   *
   * <p>The program needs the dependency {@code org.rocksdb:rocksdbjni}, which is optional.
   *
   * @throws IllegalStateException if RocksDB is not on the class path
   * @throws dev.gramme.storage.StorageException if the folder cannot be used, or another process
   *     uses it
   */
  public static Gramme open(Path folder) {
    return builder().open(folder);
  }

  /** Opens the database in a folder, and uses this clock. */
  public static Gramme open(Path folder, InstantSource clock) {
    return builder().clock(clock).open(folder);
  }

  /** A builder for databases with other options. */
  public static Builder builder() {
    return new Builder();
  }

  /** Empty databases in memory for several regions. Tables can have replicas in all of them. */
  public static Regions regions(String... names) {
    return Regions.open(List.of(names), name -> new MemoryStore(), InstantSource.system());
  }

  /** Opens the databases of several regions in a folder. Each region has its own subfolder. */
  public static Regions regions(Path folder, String... names) {
    OptionalDependencies.requireRocksDb();
    return Regions.open(
        List.of(names),
        name -> RocksStore.open(RocksStoreOptions.of(folder.resolve(name))),
        InstantSource.system());
  }

  /**
   * An independent copy. It takes constant time, independent of the size of the database. The copy
   * has the same options and the same listener of requests. Its clock does not include the {@link
   * #advance advances} of the original.
   *
   * @throws UnsupportedOperationException if the database is not in memory
   */
  public Gramme fork() {
    return new Gramme(stores.fork(), options, listener);
  }

  /** The synchronous client. */
  public DynamoDbClient client() {
    synchronized (clients) {
      requireOpen();
      if (client == null) {
        client = SdkClients.SYNC.lease(databases);
      }
      return client.client();
    }
  }

  /** The asynchronous client. */
  public DynamoDbAsyncClient asyncClient() {
    synchronized (clients) {
      requireOpen();
      if (asyncClient == null) {
        asyncClient = SdkClients.ASYNC.lease(databases);
      }
      return asyncClient.client();
    }
  }

  /** The client for streams. */
  public DynamoDbStreamsClient streamsClient() {
    synchronized (clients) {
      requireOpen();
      if (streamsClient == null) {
        streamsClient = SdkClients.STREAMS.lease(databases);
      }
      return streamsClient.client();
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the database is closed");
    }
  }

  /**
   * Advances the database's clock. Returns when everything that is due by then is done: items have
   * expired, streams are trimmed, iterators and tokens have expired.
   *
   * @throws IllegalArgumentException if the duration is negative, or the clock of a region would be
   *     more than a hundred years ahead. Then no clock moves
   */
  public void advance(Duration by) {
    synchronized (advancing) {
      clocks.advance(by);
    }
  }

  /**
   * Advances the clock of one region, which is added if no request has used it yet. Returns when
   * everything that is due by then is done there.
   *
   * @throws IllegalArgumentException if the database has no such region and cannot add it, if the
   *     duration is negative, or if the clock would be more than a hundred years ahead
   */
  public void advance(Region region, Duration by) {
    synchronized (advancing) {
      clocks.advance(databases.opened(region.id()), by);
    }
  }

  /**
   * The functions on the streams of {@link #REGION}: {@code gramme.functions().bind("mailer",
   * FunctionMapping.of(streamArn, TRIM_HORIZON).build(), event -> ...)}.
   */
  public Functions functions() {
    return databases.first().functions();
  }

  /**
   * The consumed units and the throttled reads and writes of each table and global index of {@link
   * #REGION} since the database was opened or copied. Empty unless {@link Builder#throttling
   * throughput is limited}.
   */
  public Collection<ThroughputStatistics> throughput() {
    return databases.first().throughput().stream().map(ThroughputStatistics::of).toList();
  }

  /**
   * The HTTP client that connects your own SDK client to the database: {@code
   * DynamoDbClient.builder().httpClient(gramme.httpClient())}, with any endpoint and credentials.
   */
  public SdkHttpClient httpClient() {
    return new InProcessHttpClient(databases);
  }

  /** The HTTP client for your own asynchronous SDK client. */
  public SdkAsyncHttpClient asyncHttpClient() {
    return new InProcessAsyncHttpClient(databases);
  }

  /**
   * Answers HTTP requests at a free port of this machine. Close the endpoint before the database.
   */
  public Endpoint listen() {
    return listen(0);
  }

  /**
   * Answers HTTP requests at a port of this machine.
   *
   * @throws java.io.UncheckedIOException if the port cannot be used
   */
  public Endpoint listen(int port) {
    return Endpoint.start(databases, port);
  }

  /** What answers the requests of all regions. */
  HttpHandler handler() {
    return databases;
  }

  /** Closes the clients and the database. The data of a database in memory is lost. */
  @Override
  public void close() {
    synchronized (clients) {
      closed = true;
      Optional.ofNullable(client).ifPresent(Lease::close);
      Optional.ofNullable(asyncClient).ifPresent(Lease::close);
      Optional.ofNullable(streamsClient).ifPresent(Lease::close);
    }
    synchronized (advancing) {
      databases.close();
    }
  }

  /** The options of a database. The defaults are those of {@link #inMemory()} and {@link #open}. */
  public static final class Builder {
    private InstantSource clock = InstantSource.system();
    private final EngineOptions.Builder engine = EngineOptions.builder();
    private Transfers.@Nullable Locations locations;
    private @Nullable Identities identities;
    private RequestListener listener = (operation, status, error, nanos) -> {};

    private Builder() {}

    /** The clock of the database. {@link Gramme#advance} adds to its time. */
    public Builder clock(InstantSource value) {
      clock = value;
      return this;
    }

    /**
     * How long changes of tables take: {@link ControlPlaneTiming#SERVICE} has the delays and the
     * rate limits of the service. {@link Gramme#advance} skips the delays.
     */
    public Builder controlPlane(ControlPlaneTiming value) {
      engine.controlPlane(value.ofEngine());
      return this;
    }

    /** Every change of a table takes this long by the database's clock. The rate is not limited. */
    public Builder stateDelay(Duration value) {
      engine.controlPlane(new ControlPlaneProfile(StateDelays.of(value), ControlPlaneLimits.NONE));
      return this;
    }

    /**
     * Whether throughput is limited: {@link Throttling#SERVICE} has the limits of the service. They
     * depend on the database's clock, which {@link Gramme#advance} advances.
     */
    public Builder throttling(Throttling value) {
      engine.throttling(value.ofEngine());
      return this;
    }

    /**
     * The maximum size of an item collection in tables with local indexes, in place of the
     * service's 10 GB. A write that would exceed it is refused with an
     * ItemCollectionSizeLimitExceededException, which a test can provoke with little data.
     *
     * @param bytes at least 1
     */
    public Builder itemCollectionLimit(long bytes) {
      if (bytes < 1) {
        throw new IllegalArgumentException(
            "the limit of item collections must be at least 1 byte, not " + bytes);
      }
      engine.itemCollectionLimitBytes(bytes);
      return this;
    }

    /**
     * As slow and as strict as the service: {@link ControlPlaneTiming#SERVICE}, {@link
     * Throttling#SERVICE}, errors for items that another transaction is writing, and a latest
     * restorable time of five minutes ago. It corresponds to the server's option {@code
     * --like-aws}. {@link Gramme#advance} skips the delays.
     */
    public Builder likeAws() {
      controlPlane(ControlPlaneTiming.SERVICE).throttling(Throttling.SERVICE);
      engine.transactionConflicts(TransactionConflicts.REPORT).recoveryLag(SERVICE_RECOVERY_LAG);
      return this;
    }

    /** The folder of the buckets for imports and exports. Each of its subfolders is a bucket. */
    public Builder buckets(Path folder) {
      return buckets(Transfers.Locations.folders(folder));
    }

    /** Other buckets, for example in S3 with the module {@code gramme-transfer-s3}. */
    public Builder buckets(Transfers.Locations value) {
      locations = value;
      return this;
    }

    /**
     * Requires that requests are signed by one of these identities, and enforces their policies.
     * The database then has only the region {@link Gramme#REGION}. Use your own clients with their
     * keys ({@link Gramme#httpClient}), because the client of {@link Gramme#client} does not have
     * any of these keys.
     *
     * @param value identities of the account {@link Gramme#ACCOUNT}
     */
    public Builder identities(Identities value) {
      identities = value;
      return this;
    }

    /**
     * Adds a listener. It is called after each request of every region, also of {@link
     * Gramme#fork() copies}, with its operation, status, error and duration. A program can count
     * and time requests with it.
     */
    public Builder requestListener(RequestListener added) {
      listener = listener.andThen(added);
      return this;
    }

    /** An empty database in memory. It has no buckets by default. */
    public Gramme inMemory() {
      return new Gramme(RegionStores.inMemory(), options(Transfers.Locations.NONE), listener);
    }

    /**
     * Opens the database in a folder, see {@link Gramme#open(Path)}.
     *
     * @throws dev.gramme.storage.StorageException if the folder cannot be used, or another process
     *     uses it
     */
    public Gramme open(Path folder) {
      return new Gramme(
          RegionStores.in(folder),
          options(Transfers.Locations.folders(folder.resolve("buckets"))),
          listener);
    }

    private Database.Options options(Transfers.Locations defaultLocations) {
      return new Database.Options(
              clock,
              ACCOUNT,
              Wording.CURRENT,
              REGION.id(),
              SLOW_REQUEST_THRESHOLD,
              engine.build(),
              locations == null ? defaultLocations : locations)
          .withIdentities(identities);
    }
  }
}
