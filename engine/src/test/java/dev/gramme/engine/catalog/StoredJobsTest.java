package dev.gramme.engine.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.engine.key.SystemKeys;
import dev.gramme.engine.time.MovableClock;
import dev.gramme.storage.Direction;
import dev.gramme.storage.faulty.SharedMemory;
import dev.gramme.testkit.Eventually;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two servers on one store: each job runs on one of them. */
final class StoredJobsTest {
  private static final Job JOB = new Job("1");

  private final SharedMemory store = new SharedMemory();
  private final ExecutorService background = Executors.newCachedThreadPool();
  private final Set<Job> unfinished = ConcurrentHashMap.newKeySet();
  private final CountDownLatch end = new CountDownLatch(1);
  private final Server one = new Server(Instant.EPOCH);
  private final Server other = new Server(Instant.EPOCH.plusSeconds(1000));

  private record Job(String id) implements StoredJobs.Key {
    @Override
    public String subject() {
      return id;
    }
  }

  /** A server whose jobs block until the end of the test. */
  private final class Server {
    final Lifecycle lifecycle;
    final StoredJobs<Job> jobs;
    final AtomicInteger runs = new AtomicInteger();
    final AtomicReference<Lease.@Nullable Term> term = new AtomicReference<>();

    Server(Instant start) {
      this.lifecycle = new Lifecycle(MovableClock.over(() -> start), background);
      this.jobs =
          new StoredJobs<>(store, lifecycle, "test", () -> Set.copyOf(unfinished), this::run);
    }

    private void run(Job job, Lease.Term held, BackgroundJob progress) {
      runs.incrementAndGet();
      term.set(held);
      try {
        end.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      BlockingTransactions.run(store, held::require);
      unfinished.remove(job);
    }

    void awaitRun() {
      Eventually.holds("the job runs", () -> term.get() != null);
    }

    void awaitEnd() {
      Eventually.holds("no job runs", () -> lifecycle.jobs().isEmpty());
    }

    void pass() {
      lifecycle.advance(Lease.INTERVAL);
    }
  }

  @AfterEach
  void close() {
    end.countDown();
    one.lifecycle.close();
    other.lifecycle.close();
    background.shutdown();
  }

  private int leases() {
    int count = 0;
    try (var rows =
        store.range(
            SystemKeys.spaceStart(SystemKeys.LEASES),
            SystemKeys.spaceStart(SystemKeys.LEASES + 1),
            Direction.ASCENDING)) {
      while (rows.next()) {
        count++;
      }
    }
    return count;
  }

  @Test
  void a_job_runs_on_one_server_for_as_long_as_it_takes() {
    unfinished.add(JOB);
    one.jobs.start(JOB);
    one.awaitRun();
    other.jobs.start(JOB);
    for (int i = 0; i < 20; i++) {
      one.pass();
      other.pass();
    }
    other.awaitEnd();
    assertThat(other.runs.get()).isZero();

    end.countDown();
    one.awaitEnd();
    assertThat(unfinished).isEmpty();
    assertThat(one.runs.get()).isEqualTo(1);
    assertThat(leases()).isZero();
  }

  @Test
  void a_server_that_does_not_renew_the_lease_loses_the_job_and_can_write_no_more() {
    unfinished.add(JOB);
    one.jobs.start(JOB);
    one.awaitRun();
    var lost = Objects.requireNonNull(one.term.get());
    for (int i = 0; i < 3; i++) {
      other.pass();
    }
    other.awaitEnd();
    assertThat(other.runs.get()).as("before the lease has expired").isZero();

    other.lifecycle.clock().advance(Lease.LIFE);
    other.awaitRun();
    one.pass();
    assertThat(lost.isHeld()).isFalse();
    assertThatThrownBy(() -> BlockingTransactions.run(store, lost::require))
        .isInstanceOf(LeaseLostException.class);

    end.countDown();
    one.awaitEnd();
    other.awaitEnd();
    assertThat(unfinished).isEmpty();
    assertThat(leases()).isZero();
  }

  @Test
  void a_job_that_is_started_again_during_its_run_runs_once_more_afterwards() {
    unfinished.add(JOB);
    one.jobs.start(JOB);
    one.awaitRun();
    one.jobs.start(JOB);
    one.jobs.start(JOB);
    end.countDown();
    one.awaitEnd();
    assertThat(one.runs.get()).isEqualTo(2);
    assertThat(leases()).isZero();
  }

  @Test
  void a_job_that_no_server_has_begun_is_begun_by_one_of_them() {
    unfinished.add(JOB);
    other.lifecycle.clock().advance(Lease.INTERVAL);
    other.awaitRun();
    one.pass();
    one.awaitEnd();
    assertThat(one.runs.get()).isZero();
  }

  @Test
  void moving_the_clock_waits_for_the_jobs_that_it_begins() {
    unfinished.add(JOB);
    var moved = CompletableFuture.runAsync(other::pass, background);
    other.awaitRun();
    assertThat(moved).isNotDone();
    end.countDown();
    moved.join();
    assertThat(unfinished).isEmpty();
  }

  @Test
  void a_term_ends_even_if_the_same_server_takes_the_lease_again() {
    var lease = new Lease(store, one.lifecycle.clock(), "work");
    var first = lease.acquire().orElseThrow();
    lease.release();
    one.lifecycle.clock().advance(Lease.INTERVAL);
    var second = lease.acquire().orElseThrow();
    assertThat(first.isHeld()).isFalse();
    assertThat(second.isHeld()).isTrue();
    assertThatThrownBy(() -> BlockingTransactions.run(store, first::require))
        .isInstanceOf(LeaseLostException.class);
    BlockingTransactions.run(store, second::require);
  }
}
