package dev.gramme.server;

import dev.gramme.auth.identity.Identities;
import dev.gramme.destinations.KafkaDestinations;
import dev.gramme.destinations.KafkaSecurity;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.replication.Peer;
import dev.gramme.server.admin.AdminToken;
import dev.gramme.server.admin.AdminUrl;
import dev.gramme.server.admin.ReplicationSecret;
import dev.gramme.server.audit.AuditLog;
import dev.gramme.server.backup.Archiver;
import dev.gramme.server.backup.Leftovers;
import dev.gramme.server.console.ConsolePage;
import dev.gramme.server.console.LivePages;
import dev.gramme.server.files.FileWatch;
import dev.gramme.server.http.HttpResponse;
import dev.gramme.server.http.HttpServer;
import dev.gramme.server.metrics.JvmMetrics;
import dev.gramme.server.metrics.MetricsPage;
import dev.gramme.server.metrics.RequestMetrics;
import dev.gramme.server.pipeline.FairThreads;
import dev.gramme.server.pipeline.Page;
import dev.gramme.server.pipeline.RequestThreads;
import dev.gramme.server.pipeline.WaitingThreads;
import dev.gramme.server.settings.Settings;
import dev.gramme.server.tls.KeyPairFiles;
import dev.gramme.server.web.AllowedOrigins;
import dev.gramme.server.web.WebAccess;
import dev.gramme.storage.StorageException;
import dev.gramme.storage.Store;
import dev.gramme.storage.StoreHealth;
import dev.gramme.storage.cassandra.options.CassandraSecurity;
import dev.gramme.storage.rocksdb.RocksStore;
import dev.gramme.storage.rocksdb.RocksStoreOptions;
import dev.gramme.storage.rocksdb.SharedMemory;
import dev.gramme.transfer.Transfers;
import dev.gramme.transfer.bucket.FolderBuckets;
import dev.gramme.transfer.s3.S3Buckets;
import dev.gramme.transfer.s3.S3Endpoint;
import io.netty.channel.EventLoopGroup;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A running server. All parts are created and connected here and in {@link Database}, nowhere else.
 */
public final class Node implements AutoCloseable {
  private static final long SHARED_WRITE_BUFFER_BYTES = 64 << 20;
  private static final byte[] OK = "ok\n".getBytes(StandardCharsets.US_ASCII);

  private final @Nullable Supplier<Identities> identities;
  private final @Nullable Supplier<ReplicationSecret> secret;
  private final RegionalDatabases databases;
  private final FairThreads longRequests =
      FairThreads.forProcessors(Runtime.getRuntime().availableProcessors());

  /** A connection has at most one request here, so the limits on connections bound the threads. */
  private final WaitingThreads waitingRequests = new WaitingThreads("request", 2);

  private final RequestThreads threads;

  private final CassandraSecurity cassandra;
  private final Optional<Supplier<String>> postgresPassword;
  private final Optional<KafkaSecurity> kafkaSecurity;

  /** The HTTP server's event loops, which also carry the traffic with Cassandra. */
  private final Optional<EventLoopGroup> sharedLoops;

  /** Memory that all regions created by requests share. */
  private final SharedMemory shared;

  private final RegionFolders folders;
  private final AtomicInteger regionCount = new AtomicInteger();
  private final Forks forks;
  private final List<KafkaDestinations> kafka = new CopyOnWriteArrayList<>();
  private final Optional<S3Buckets> s3;
  private final Optional<Archiver> archiver;
  private final StartupListener listener;
  private final @Nullable AuditLog audit;
  private final FileWatch watch = new FileWatch();
  private final HttpServer http;
  private final HttpServer admin;
  private final Map<String, Page> pages;
  private final Optional<Supplier<AdminToken>> adminToken;
  private final OperatorPages operators;
  private final ExecutorService statusThreads;
  private final RequestMetrics requests = new RequestMetrics();

  private Node(Settings settings) throws IOException, StartException {
    this.shared =
        SharedMemory.builder()
            .blockCacheBytes(settings.disk().cacheBytes() / 4)
            .writeBufferBytes(SHARED_WRITE_BUFFER_BYTES)
            .build();
    this.folders = new RegionFolders(settings.data(), settings.region(), !settings.inMemory());
    this.forks = new Forks(settings, (store, region) -> database(settings, region, store));
    this.secret = StartFiles.replicationSecret(settings, watch);
    this.cassandra = StartFiles.cassandra(settings, watch);
    this.postgresPassword = StartFiles.postgresPassword(settings, watch);
    this.kafkaSecurity =
        settings.kafka().isEmpty()
            ? Optional.empty()
            : Optional.of(StartFiles.kafka(settings, settings.kafka().get()));
    this.identities = StartFiles.identities(settings, watch);
    this.audit = StartFiles.auditLog(settings);
    this.listener = StartupListener.begin(settings, watch);
    // Not a method reference: it would load S3Buckets at each start, and cannot be in the AOT
    // cache.
    this.s3 =
        settings.s3().isPresent() ? Optional.of(buckets(settings.s3().get())) : Optional.empty();
    this.archiver = archiver(settings);
    try {
      this.sharedLoops =
          settings.cassandra().isPresent()
              ? Optional.of(listener.server().loops())
              : Optional.empty();
      this.threads = threads(settings);
      this.pages = pages(settings);
      this.databases = databases(settings);
      if (settings.isOnDisk()) {
        Leftovers.remove(settings.data());
      }
    } catch (IOException | StartException | RuntimeException e) {
      archiver.ifPresent(Archiver::close);
      giveUp();
      throw e;
    }
    try {
      this.http = listener.server();
      this.admin = listener.admin();
      this.adminToken = StartFiles.adminToken(settings, watch);
      if (settings.isOnDisk()) {
        AdminUrl.write(settings.data(), adminUrl(settings));
      }
    } catch (IOException | StartException e) {
      stopWithoutHttp();
      listener.giveUp();
      throw e;
    }
    archiver.ifPresent(Archiver::start);
    this.statusThreads = OperatorPages.statusThreads();
    this.operators = operatorPages(settings);
    var adminPages = operators.on(statusThreads, longRequests.lane("admin"));
    admin.serve(new WebAccess(adminPages, AllowedOrigins.NONE, settings.admin().hosts()));
    http.serve(web(settings));
  }

  private WebAccess web(Settings settings) {
    var access = new WebAccess(databases, settings.origins(), settings.hosts());
    return settings.console() ? access.withOwnPages() : access;
  }

  private Optional<Archiver> archiver(Settings settings) throws StartException {
    try {
      if (settings.archive().isPresent()) {
        listener.awaitLog();
      }
      return StartFiles.archiver(settings);
    } catch (StartException | RuntimeException e) {
      giveUp();
      throw e;
    }
  }

  /** Ends what runs before the databases are open. */
  private void giveUp() {
    watch.close();
    closeAudit();
    closeS3();
    longRequests.close();
    waitingRequests.close();
    listener.giveUp();
  }

  private OperatorPages operatorPages(Settings settings) {
    return new OperatorPages(settings, databases, adminToken.orElseGet(Node::unknownToken), secret)
        .withStatus("/health", request -> health())
        .withStatus("/metrics", request -> metrics());
  }

  private AdminToken token() {
    return adminToken.orElseGet(Node::unknownToken).get();
  }

  /** A random token that no client knows, for pages that no request may change. */
  private static Supplier<AdminToken> unknownToken() {
    AdminToken token = AdminToken.random();
    return () -> token;
  }

  /** The pages that the protocol's port serves beside the protocol. */
  private Map<String, Page> pages(Settings settings) {
    var pages = OperatorPages.signposts(() -> adminUrl(settings));
    pages.put("/health", Page.immediate(request -> health()));
    if (settings.console()) {
      // The pages have no state. A start without a request of the console loads none of its
      // classes.
      boolean hasIdentities = settings.identities().isPresent();
      Page console = request -> new ConsolePage(settings.region(), hasIdentities).answer(request);
      pages.put(ConsolePage.PATH, console);
      pages.put(ConsolePage.FILES, console);
      pages.put(
          LivePages.PATH,
          request -> new LivePages(() -> operators.ofConsole(), () -> token()).answer(request));
    }
    return pages;
  }

  /**
   * A small read or write of a local store finishes before another thread would wake up, so it runs
   * on the event loop. A request to a shared store waits for the network, so each has a thread.
   */
  private RequestThreads threads(Settings settings) {
    return settings.isShared()
        ? new RequestThreads(
            waitingRequests, (queue, computes, request) -> waitingRequests.execute(request), false)
        : new RequestThreads(Runnable::run, longRequests, true);
  }

  /**
   * The databases of the regions that the settings name. If they name none, the server creates a
   * region for each region that requests are signed for, as DynamoDB Local does.
   */
  private RegionalDatabases databases(Settings settings) throws IOException, StartException {
    var elsewhere = new HashMap<String, Peer>();
    if (!settings.peers().isEmpty()) {
      var client = StartFiles.peerClient(settings, keyPair(settings), watch);
      settings
          .peers()
          .forEach(
              (region, uri) -> elsewhere.put(region, new HttpPeer(region, uri, secret, client)));
    }
    if (settings.regionsAreFixed()) {
      var regions = settings.regions().isEmpty() ? List.of(settings.region()) : settings.regions();
      return RegionalDatabases.fixed(
          regions, region -> database(settings, DatabaseName.of(region)), elsewhere);
    }
    return RegionalDatabases.growing(
            settings.sharing(),
            folders.databases(settings.sharing()),
            name -> database(settings, name),
            OpenFiles.ofThisProcess().regions(settings),
            longRequests.lane("region"))
        .withForks(forks);
  }

  /** Waits for the key pair only if TLS is used. */
  private Optional<KeyPairFiles> keyPair(Settings settings) throws IOException, StartException {
    if (settings.tls().isEnabled()) {
      var _ = listener.server();
    }
    return listener.keyPair();
  }

  private Database database(Settings settings, DatabaseName name) {
    return database(settings, name.region(), open(settings, name));
  }

  private Database database(Settings settings, String region, Store store) {
    var options =
        new Database.Options(
            InstantSource.system(),
            settings.account(),
            settings.wording(),
            region,
            settings.slow(),
            EngineOptions.builder()
                .transactionConflicts(settings.transactionConflicts())
                .expiryDelay(settings.expiryDelay())
                .recoveryLag(settings.recoveryLag())
                .vectorMemoryBytes(() -> vectorMemoryBytes(settings))
                .controlPlane(settings.controlPlane())
                .throttling(settings.throttling())
                .movableClock(settings.movableClock())
                .build(),
            Transfers.Locations.of(
                s3.isPresent() ? s3.get() : new FolderBuckets(settings.buckets()),
                settings.buckets()),
            identities);
    var database = Database.open(store, options, threads, requests, pages, audit);
    settings
        .kafka()
        .ifPresent(to ->
            kafka.add(
                new KafkaDestinations(
                    store, database.engine(), to.servers(), kafkaSecurity.orElseThrow())));
    return database;
  }

  /** The memory that one region or fork may use for graphs of vectors. They share the heap. */
  private long vectorMemoryBytes(Settings settings) {
    return settings.vectorMemoryBytes() / (regionCount.get() + forks.count());
  }

  /** 200 while every database is writable, else 503 with the reasons. Never blocks. */
  private HttpResponse health() {
    var reasons = new StringBuilder();
    for (var database : databases.all()) {
      if (database.health() instanceof StoreHealth.Unwritable unwritable) {
        reasons.append(
            "region %s: not writable for %d s: %s\n"
                .formatted(
                    database.region(), unwritable.duration().toSeconds(), unwritable.reason()));
      }
    }
    return reasons.isEmpty()
        ? new HttpResponse(200, "text/plain", OK)
        : new HttpResponse(503, "text/plain", reasons.toString().getBytes(StandardCharsets.UTF_8));
  }

  private HttpResponse metrics() {
    var page = new MetricsPage();
    requests.addTo(page);
    if (!kafka.isEmpty()) {
      addKafka(page);
    }
    http.traffic().addTo(page);
    databases.addTo(page);
    JvmMetrics.addTo(page);
    archiver.ifPresent(archive -> archive.addTo(page));
    if (audit != null) {
      audit.addTo(page);
    }
    return new HttpResponse(
        200, MetricsPage.CONTENT_TYPE, page.text().getBytes(StandardCharsets.UTF_8));
  }

  private void addKafka(MetricsPage page) {
    page.counter(
        "gramme_destination_records_total",
        "Changes that were sent to Kafka.",
        (double) kafka.stream().mapToLong(KafkaDestinations::sent).sum());
    page.counter(
        "gramme_destination_failures_total",
        "Failed deliveries of pages of changes to Kafka, and other failures of a round; each was repeated.",
        (double) kafka.stream().mapToLong(KafkaDestinations::failures).sum());
    page.counter(
        "gramme_destination_losses_total",
        "Changes that were too large for their topic in Kafka, and times that changes became too old before they could be sent.",
        (double) kafka.stream().mapToLong(KafkaDestinations::losses).sum());
  }

  private String adminUrl(Settings settings) {
    return Main.url(settings.tls().scheme(), settings.admin().bind(), adminPort());
  }

  /** The port of the protocol. */
  public int port() {
    return http.port();
  }

  /** The port for operators and peers. */
  public int adminPort() {
    return admin.port();
  }

  /** The token that operators need for changes; empty if no page allows changes. */
  public Optional<AdminToken> adminToken() {
    return adminToken.map(Supplier::get);
  }

  /** Lets running requests finish, then closes the databases. */
  @Override
  public void close() {
    http.stop();
    admin.stop();
    statusThreads.shutdown();
    watch.close();
    stopWithoutHttp();
    closeAudit();
    admin.close();
    http.close();
  }

  private void closeAudit() {
    if (audit != null) {
      audit.close();
    }
  }

  private void stopWithoutHttp() {
    longRequests.close();
    waitingRequests.close();
    closeKafka();
    archiver.ifPresent(Archiver::close);
    databases.close();
    shared.close();
    closeS3();
  }

  /** A loop, because a method reference would load the class, whose library may be missing. */
  private void closeKafka() {
    for (KafkaDestinations destinations : kafka) {
      destinations.close();
    }
  }

  /** Like {@link #closeKafka}. */
  private void closeS3() {
    if (s3.isPresent()) {
      s3.get().close();
    }
  }

  /**
   * Starts a server.
   *
   * @throws StartException if the data cannot be opened or the address cannot be bound
   */
  public static Node start(Settings settings) throws StartException {
    OpenFiles.ofThisProcess().require(settings);
    try {
      return new Node(settings);
    } catch (StorageException e) {
      throw new StartException(String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw new StartException(String.valueOf(e.getMessage()), e);
    }
  }

  private S3Buckets buckets(S3Endpoint endpoint) {
    listener.awaitLog();
    return S3Buckets.at(endpoint);
  }

  private Store open(Settings settings, DatabaseName name) {
    Store store = store(settings, name);
    regionCount.incrementAndGet();
    return store;
  }

  private Store store(Settings settings, DatabaseName name) {
    if (sharedLoops.isPresent()) {
      listener.awaitLog();
      var nodes = settings.cassandra().orElseThrow();
      return SharedStore.cassandra(
          nodes, nodes.keyspaceOf(name.region(), settings.region()), cassandra, sharedLoops.get());
    }
    if (settings.postgres().isPresent()) {
      listener.awaitLog();
      var postgres = settings.postgres().get();
      return PostgresDatabase.open(
          postgres, postgres.schemaOf(name.region(), settings.region()), postgresPassword);
    }
    var store = settings.inMemory() ? forks.newStore(name.region()) : rocksStore(settings, name);
    listener.awaitLog(); // only now: opening RocksDB rarely logs anything
    return store;
  }

  private Store rocksStore(Settings settings, DatabaseName name) {
    var options = RocksStoreOptions.builder(folders.of(name)).durability(settings.durability());
    settings.disk().applyTo(options);
    if (settings.regionsAreFixed() || name.equals(DatabaseName.of(settings.region()))) {
      options.blockCacheBytes(settings.disk().cacheBytes());
    } else {
      options.sharedMemory(shared, OpenFiles.REGION_FILES);
    }
    archiver.ifPresent(archive -> options.archivedLog(archive.log()));
    RocksStore store = RocksStore.open(options.build());
    archiver.ifPresent(archive -> archive.add(folders.of(name), store));
    return store;
  }
}
