package dev.gramme.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.testkit.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.Consumer;

/**
 * Concurrent clients of several servers while nodes and servers fail, and checks that must hold
 * after any fault. Each client uses one server.
 */
final class ClusterLoad {
  /** Clients that send without a pause would take the processors from the databases. */
  private static final int PACE_MILLIS = 3;

  private static final int REST_MILLIS = 50;
  private static final int READER_REST_MILLIS = 500;
  private static final int PATIENCE_SECONDS = 180;

  private final List<ServerProcess> servers;
  private final long seed;
  private final Consumer<String> journal;
  private final TransferLoad transfers = new TransferLoad();
  private final List<LoadPart> parts;
  private final List<Client> clients;
  private final CountDownLatch end = new CountDownLatch(1);
  private final AtomicIntegerArray done;

  /** A client that repeats one step, with a pause after each. */
  private record Client(LoadPart part, int restMillis) {
    static Client of(LoadPart part) {
      return new Client(part, PACE_MILLIS);
    }
  }

  /** The faults that happen to nodes and servers under load. */
  interface Faults {
    void happen() throws Exception;
  }

  ClusterLoad(List<ServerProcess> servers, long seed, Consumer<String> journal) {
    this.servers = servers;
    this.journal = journal;
    this.seed = seed;
    var registers = new RegisterLoad();
    var notes = new NoteLoad();
    var stream = new StreamLoad(transfers);
    this.parts = List.of(transfers, registers, notes, stream);
    // The first of each pair is a client of the first server.
    this.clients =
        List.of(
            Client.of(transfers),
            Client.of(transfers),
            Client.of(registers),
            Client.of(registers),
            Client.of(registers),
            Client.of(registers),
            Client.of(notes),
            Client.of(notes),
            new Client(stream, READER_REST_MILLIS));
    this.done = new AtomicIntegerArray(servers.size());
  }

  /** Runs the clients until the faults have happened, then runs the checks. */
  void run(Faults faults) throws Exception {
    for (LoadPart part : parts) {
      part.prepare(servers.getFirst());
    }
    try (var threads = Executors.newFixedThreadPool(clients.size())) {
      List<Future<Void>> work = new ArrayList<>();
      for (int i = 0; i < clients.size(); i++) {
        work.add(threads.submit(work(clients.get(i), i % servers.size(), new Random(seed + i))));
      }
      try {
        faults.happen();
      } finally {
        end.countDown();
      }
      for (var client : work) {
        await(client);
      }
      journal.accept("the clients have ended");
    }
    for (LoadPart part : parts) {
      journal.accept(part.check(servers.getFirst()));
    }
  }

  private static void await(Future<Void> client) throws Exception {
    try {
      client.get();
    } catch (ExecutionException e) {
      throw new AssertionError("a client has observed a violation", e.getCause());
    }
  }

  private Callable<Void> work(Client client, int server, Random random) {
    return () -> {
      boolean running = true;
      while (running) {
        int rest = client.restMillis();
        switch (client.part().step(servers.get(server), random)) {
          case DONE -> done.incrementAndGet(server);
          case REFUSED, UNKNOWN -> {}
          case NOT_SENT -> rest = Math.max(rest, REST_MILLIS);
        }
        running = !end.await(rest, TimeUnit.MILLISECONDS);
      }
      return null;
    };
  }

  /**
   * Runs a part of the faults and reports the longest time during it in which no transfer was
   * acknowledged by any server.
   */
  void during(String part, Faults faults) throws Exception {
    transfers.longestPause();
    faults.happen();
    journal.accept(
        "%s: no transfer was acknowledged for at most %d ms"
            .formatted(part, transfers.longestPause().toMillis()));
  }

  /** Lets the load run for some time. */
  void runFor(int seconds) throws InterruptedException {
    assertThat(end.await(seconds, TimeUnit.SECONDS)).isFalse();
  }

  /** Waits until a server has answered this many further requests. */
  void awaitProgress(int server, int requests) {
    int enough = done.get(server) + requests;
    Eventually.holds(
        "server " + server + " answers further requests",
        Duration.ofSeconds(PATIENCE_SECONDS),
        () -> {
          assertThat(end.getCount()).as("the load has ended").isPositive();
          return done.get(server) >= enough;
        });
  }
}
