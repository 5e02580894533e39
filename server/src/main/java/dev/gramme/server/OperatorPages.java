package dev.gramme.server;

import static java.util.Objects.requireNonNull;

import dev.gramme.server.admin.AdminPages;
import dev.gramme.server.admin.AdminToken;
import dev.gramme.server.admin.CheckpointPage;
import dev.gramme.server.admin.ClockPage;
import dev.gramme.server.admin.FunctionsPage;
import dev.gramme.server.admin.HistoryPage;
import dev.gramme.server.admin.InsightsPage;
import dev.gramme.server.admin.PartitionsPage;
import dev.gramme.server.admin.ReplicationPage;
import dev.gramme.server.admin.ReplicationProofs;
import dev.gramme.server.admin.ReplicationSecret;
import dev.gramme.server.admin.StatusPage;
import dev.gramme.server.admin.TokenPage;
import dev.gramme.server.backup.DataFolder;
import dev.gramme.server.http.HttpRequest;
import dev.gramme.server.http.HttpResponse;
import dev.gramme.server.pipeline.Page;
import dev.gramme.server.settings.Settings;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Assembles the pages at the address for operators and peers. */
final class OperatorPages {
  private static final int STATUS_THREADS = 2;
  private static final int WAITING_REQUESTS = 100;

  /** The paths of all pages that the protocol's port does not serve. */
  private static final String[] PATHS = {
    "/metrics",
    "/status",
    "/forks",
    "/insights",
    "/partitions",
    "/clock",
    "/history",
    "/functions",
    "/functions/",
    CheckpointPage.PATH,
    RegionalDatabases.REPLICATION_PATH
  };

  private final RegionalDatabases databases;
  private final Supplier<AdminToken> token;
  private final Map<String, Page> status = new HashMap<>();
  private final Map<String, Page> others = new HashMap<>();

  /**
   * The pages of these databases.
   *
   * @param secret the secret that peers must prove, null if none is required
   */
  OperatorPages(
      Settings settings,
      RegionalDatabases databases,
      Supplier<AdminToken> token,
      @Nullable Supplier<ReplicationSecret> secret) {
    this.databases = databases;
    this.token = token;
    others.put(
        "/status",
        regional(database ->
            new StatusPage(
                database::health, () -> database.engine().catalog().lifecycle().jobs())));
    others.put("/forks", new TokenPage(new ForksPage(databases), token));
    others.put("/insights", regional(database -> new InsightsPage(database.engine())));
    // POST also only reads, and shows no items.
    others.put(
        "/partitions",
        new TokenPage(
            chosen(database -> new PartitionsPage(database.engine())),
            token,
            TokenPage.Local.EVERYTHING));
    others.put(
        "/clock", regional(database -> new ClockPage(database.engine(), settings.movableClock())));
    // With identities a program on this machine may have no permission to read items.
    others.put(
        "/history",
        new TokenPage(
            chosen(database -> new HistoryPage(database.engine())),
            token,
            settings.identities().isPresent()
                ? TokenPage.Local.NOTHING
                : TokenPage.Local.EVERYTHING));
    Page functions =
        regional(database -> new FunctionsPage(database.functions(), settings.functions()));
    others.put("/functions", functions);
    others.put("/functions/", functions);
    if (settings.isOnDisk()) {
      var folders = new RegionFolders(settings.data(), settings.region(), true);
      others.put(
          CheckpointPage.PATH, new TokenPage(new CheckpointPage(() -> checkpoint(folders)), token));
    }
    if (!settings.peers().isEmpty()) {
      databases.all().forEach(database -> listen(database, secret));
    }
  }

  /** Writes a copy of every region's folder, at the same place below the checkpoint's folder. */
  private void checkpoint(RegionFolders folders) throws IOException {
    // Sorted, so that a database in the data folder itself comes first: its copy creates the folder
    // in which the others are.
    var byFolder = new TreeMap<Path, Database>();
    databases
        .byName()
        .forEach((name, database) ->
            byFolder.put(folders.data().relativize(folders.of(name)), database));
    for (var database : byFolder.entrySet()) {
      Path copy = DataFolder.checkpoint(folders.data()).resolve(database.getKey());
      Files.createDirectories(requireNonNull(copy.getParent()));
      database.getValue().checkpoint(copy);
    }
  }

  private void listen(Database database, @Nullable Supplier<ReplicationSecret> secret) {
    others.put(
        RegionalDatabases.REPLICATION_PATH + database.region(),
        new ReplicationPage(
            database.peer(),
            secret == null ? null : new ReplicationProofs(secret, InstantSource.system())));
  }

  /**
   * A page for the region in {@code ?region=NAME}, or for the first region without that parameter.
   * It is made for each request, so that no page keeps the database of a removed fork in memory.
   */
  private Page regional(Function<Database, Page> ofDatabase) {
    return new TokenPage(chosen(ofDatabase), token);
  }

  private Page chosen(Function<Database, Page> ofDatabase) {
    return request -> {
      String query = request.query();
      var database =
          query.startsWith("region=")
              ? databases.find(query.substring("region=".length()))
              : Optional.of(databases.first());
      return database.isEmpty()
          ? answer(404, "unknown region; the regions are " + databases.names())
          : ofDatabase.apply(database.get()).answer(request);
    };
  }

  /** Adds a page that must answer even when all other threads are busy. */
  OperatorPages withStatus(String path, Page page) {
    status.put(path, page);
    return this;
  }

  /**
   * The pages that the console shows. Only requests from this machine may read them without the
   * token.
   */
  Map<String, Page> ofConsole() {
    return Map.of(
        "metrics", new TokenPage(requireNonNull(status.get("/metrics")), token),
        "status", requireNonNull(others.get("/status")),
        "insights", requireNonNull(others.get("/insights")),
        "partitions", requireNonNull(others.get("/partitions")),
        "history", requireNonNull(others.get("/history")),
        // LivePages lets only their GET through, so functions are listed here and not changed.
        "functions", requireNonNull(others.get("/functions")),
        // No token on this machine: clients without credentials can delete all tables anyway.
        "forks", new TokenPage(new ForksPage(databases), token, TokenPage.Local.EVERYTHING));
  }

  /** The pages, run by these threads and by the server's threads for long requests. */
  AdminPages on(ExecutorService statusThreads, Executor longRequests) {
    return new AdminPages(status, statusThreads, others, longRequests);
  }

  /** Threads for the pages that report the server's state. */
  static ExecutorService statusThreads() {
    var threads =
        new ThreadPoolExecutor(
            STATUS_THREADS,
            STATUS_THREADS,
            1,
            TimeUnit.MINUTES,
            new ArrayBlockingQueue<>(WAITING_REQUESTS),
            new DefaultThreadFactory("admin", true));
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }

  /** Pages at the protocol's port that name the address of the pages for operators. */
  static Map<String, Page> signposts(Supplier<String> admin) {
    var pages = new HashMap<String, Page>();
    for (String path : PATHS) {
      pages.put(path, request -> moved(request, admin.get()));
    }
    return pages;
  }

  private static HttpResponse moved(HttpRequest request, String admin) {
    return answer(404, "this page is at " + admin + request.path().replaceAll("[^!-~]", "?"));
  }

  private static HttpResponse answer(int status, String line) {
    return new HttpResponse(status, "text/plain", (line + "\n").getBytes(StandardCharsets.UTF_8));
  }
}
