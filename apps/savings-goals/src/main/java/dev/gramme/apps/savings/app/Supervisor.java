package dev.gramme.apps.savings.app;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.retries.api.BackoffStrategy;

/**
 * Starts child processes again that end by themselves, and reports their state. Each restart that
 * fails doubles the pause before the next one.
 */
public final class Supervisor implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Supervisor.class);
  private static final BackoffStrategy PAUSES =
      BackoffStrategy.exponentialDelayWithoutJitter(Duration.ofSeconds(1), Duration.ofSeconds(30));

  private final InstantSource clock;
  private final List<Watch> watches = new CopyOnWriteArrayList<>();
  private final CountDownLatch closing = new CountDownLatch(1);
  private volatile boolean closed;

  public Supervisor(InstantSource clock) {
    this.clock = clock;
  }

  /** A process that can be started again. */
  public interface Child extends AutoCloseable {
    /** The process, or the latest one. */
    ProcessHandle process();

    /** Starts the process again, with the same address and the same data. */
    void restart() throws IOException;

    /** The file with the output of the process. */
    Path log();

    @Override
    void close();
  }

  /**
   * The state of a child.
   *
   * @param since when the process started, or ended
   * @param ending the last message of the process that ended latest
   * @param failure why the latest restart failed
   */
  public record Status(
      String name,
      boolean running,
      long pid,
      String since,
      int restarts,
      String log,
      @Nullable String ending,
      @Nullable String failure) {}

  /** Watches a child until the supervisor is closed; it does not close the child. */
  public void watch(String name, Child child) {
    var watch = new Watch(name, child, clock.instant());
    watches.add(watch);
    watch.thread.start();
  }

  /** The states, in the order of the calls of watch. */
  public List<Status> statuses() {
    return watches.stream().map(Watch::status).toList();
  }

  /** Ends the supervision. The children are not affected. */
  @Override
  public void close() {
    closed = true;
    closing.countDown();
    watches.forEach(watch -> watch.thread.interrupt());
    for (var watch : watches) {
      try {
        watch.thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private final class Watch {
    final String name;
    final Child child;
    final Thread thread;
    private Instant since;
    private int restarts;
    private @Nullable String ending;
    private @Nullable String failure;

    Watch(String name, Child child, Instant since) {
      this.name = name;
      this.child = child;
      this.since = since;
      this.thread = Thread.ofPlatform().daemon().name("watch " + name).unstarted(this::run);
    }

    private void run() {
      try {
        while (!closed) {
          child.process().onExit().get();
          ended();
          restart();
        }
      } catch (InterruptedException | ExecutionException e) {
        if (!closed) {
          log.error("{} is not supervised any more", name, e);
        }
      }
    }

    private synchronized void ended() {
      since = clock.instant();
      ending = LogTail.lastLine(child.log());
    }

    private void restart() throws InterruptedException {
      for (int attempt = 1; ; attempt++) {
        log.warn("{} has ended; restarting it; its log is {}", name, child.log());
        // For the SDK, the process that has ended was the first attempt.
        Duration pause = PAUSES.computeDelay(attempt + 1);
        if (closing.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
          return;
        }
        try {
          child.restart();
          restarted();
          return;
        } catch (IOException | RuntimeException e) {
          log.warn("{} could not be restarted", name, e);
          failed(e);
        }
      }
    }

    private synchronized void restarted() {
      since = clock.instant();
      restarts++;
      failure = null;
    }

    private synchronized void failed(Exception why) {
      failure = String.valueOf(why.getMessage());
    }

    synchronized Status status() {
      var process = child.process();
      return new Status(
          name,
          process.isAlive(),
          process.pid(),
          since.toString(),
          restarts,
          child.log().toString(),
          ending,
          failure);
    }
  }
}
