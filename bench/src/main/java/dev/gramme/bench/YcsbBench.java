package dev.gramme.bench;

import dev.gramme.bench.YcsbWorkload.Operation;
import dev.gramme.bench.results.Figure;
import dev.gramme.bench.results.YcsbCourse;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.LongStream;

/** Runs the workloads of YCSB sequentially, over 16 connections from this process. */
final class YcsbBench {
  private static final int CONNECTIONS = 16;

  private final Options options;
  private final Path scratch;
  private final SplittableRandom random = new SplittableRandom();
  private final AtomicLong records = new AtomicLong();

  YcsbBench(Options options, Path scratch) {
    this.options = options;
    this.scratch = scratch;
  }

  /** Loads the records and measures. */
  YcsbCourse run() throws IOException, InterruptedException {
    var parts = new ArrayList<YcsbCourse.Part>();
    int seconds = seconds(options.minutes());
    try (var server =
        GrammeServer.start(options.setup(), List.of(), scratch.resolve("data"), scratch)) {
      var loader = new Loader(server.port(), Signer.FORMAL);
      loader.call("CreateTable", YcsbRequests.definition());
      Bench.say(String.format(Locale.ROOT, "loading %,d records", options.items()));
      load(server.port());
      for (var workload : YcsbWorkload.values()) {
        var _ = measure(server, workload, options.warmUp());
        var part = measure(server, workload, seconds);
        Bench.say(
            String.format(
                Locale.ROOT,
                "%s (%s): %,d operations in the median second, %,d in the lowest",
                workload,
                workload.mixture(),
                part.median(),
                part.lowest()));
        parts.add(part);
      }
    }
    var about =
        String.format(
            Locale.ROOT,
            "%d connections, %,d records of 10 fields of 100 bytes, %d seconds for each workload after %d of warm-up.",
            CONNECTIONS,
            options.items(),
            seconds,
            options.warmUp());
    return new YcsbCourse(Bench.run(options, about), parts);
  }

  /** The measured seconds of each workload: an equal share of the total minutes. */
  static int seconds(int minutes) {
    return minutes * 60 / YcsbWorkload.values().length;
  }

  private void load(int port) throws IOException, InterruptedException {
    inParallel(() -> {
      var requests = new YcsbRequests(port, new SplittableRandom());
      try (var connection = new RawConnection(port)) {
        for (long record = records.getAndIncrement();
            record < options.items();
            record = records.getAndIncrement()) {
          int status = connection.send(requests.insert(record));
          if (status != 200) {
            throw new IOException("PutItem was answered " + status + ": " + connection.body());
          }
        }
      }
    });
    records.set(options.items());
  }

  private YcsbCourse.Part measure(GrammeServer server, YcsbWorkload workload, int seconds)
      throws IOException, InterruptedException {
    var clients = new ArrayList<YcsbClient>();
    var connections = new ArrayList<RawConnection>();
    try {
      for (int i = 0; i < CONNECTIONS; i++) {
        var connection = new RawConnection(server.port());
        connections.add(connection);
        clients.add(
            new YcsbClient(
                connection,
                new YcsbRequests(server.port(), random.split()),
                workload,
                random.split(),
                options.items(),
                records));
      }
      var perSecond = new AtomicLongArray(seconds);
      long start = System.nanoTime();
      var running = new ArrayList<Task>();
      clients.forEach(client -> running.add(() -> client.run(start, perSecond)));
      var background = new BackgroundWork(server, start, seconds);
      running.add(background::observe);
      inParallel(running);
      return new YcsbCourse.Part(
          workload.name(),
          workload.mixture(),
          LongStream.range(0, seconds).mapToObj(second -> perSecond.get((int) second)).toList(),
          background.flushes(),
          background.compactions(),
          figures(clients, seconds),
          clients.stream().mapToLong(YcsbClient::errors).sum());
    } finally {
      for (var connection : connections) {
        connection.close();
      }
    }
  }

  private static List<Figure> figures(List<YcsbClient> clients, int seconds) {
    var figures = new ArrayList<Figure>();
    for (var operation : Operation.values()) {
      var histograms =
          clients.stream()
              .filter(client -> client.latencies().containsKey(operation))
              .map(client -> client.latencies().get(operation))
              .toList();
      if (!histograms.isEmpty()) {
        figures.add(new Figure(operation.title(), Latencies.measurement(histograms, seconds, 0)));
      }
    }
    return figures;
  }

  /** A part of the load. */
  private interface Task {
    void run() throws IOException, InterruptedException;
  }

  private static void inParallel(Task task) throws IOException, InterruptedException {
    inParallel(Collections.nCopies(CONNECTIONS, task));
  }

  private static void inParallel(List<Task> tasks) throws IOException, InterruptedException {
    try (var threads = Executors.newFixedThreadPool(tasks.size())) {
      var running = new ArrayList<Future<?>>();
      for (var task : tasks) {
        running.add(
            threads.submit(() -> {
              task.run();
              return null;
            }));
      }
      for (var one : running) {
        one.get();
      }
    } catch (ExecutionException e) {
      throw new IOException("the load failed: " + e.getCause(), e);
    }
  }

  /** Observes RocksDB's flushes and compactions by the server's metrics, five times a second. */
  static final class BackgroundWork {
    private static final int POLL_MILLIS = 200;

    private final GrammeServer server;
    private final long start;
    private final int seconds;
    private final List<Integer> flushes = new ArrayList<>();
    private final List<Integer> compactions = new ArrayList<>();
    private double memtables;

    BackgroundWork(GrammeServer server, long start, int seconds) {
      this.server = server;
      this.start = start;
      this.seconds = seconds;
    }

    void observe() throws IOException, InterruptedException {
      while (true) {
        var metrics = server.metrics();
        int second = (int) TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
        if (second >= seconds) {
          return;
        }
        double now = metrics.getOrDefault("gramme_storage_memtable_bytes", 0.0);
        // A short flush can begin and end between two observations. Only the smaller size of the
        // memtables then shows that it happened.
        boolean flushed = now < memtables;
        memtables = now;
        if (flushed || metrics.getOrDefault("gramme_storage_flushes_running", 0.0) > 0) {
          add(flushes, second);
        }
        if (metrics.getOrDefault("gramme_storage_compactions_running", 0.0) > 0) {
          add(compactions, second);
        }
        TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      }
    }

    private static void add(List<Integer> seconds, int second) {
      if (seconds.isEmpty() || seconds.getLast() != second) {
        seconds.add(second);
      }
    }

    List<Integer> flushes() {
      return flushes;
    }

    List<Integer> compactions() {
      return compactions;
    }
  }
}
