package dev.gramme.engine.catalog;

import dev.gramme.storage.Store;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the jobs of one kind that the store records, such as copies of tables. The work stores its
 * progress; after a restart it continues.
 *
 * <p>On a store that several servers share, the server that holds the {@link Lease} of a job runs
 * it: usually the server that received the request. Every server checks periodically for jobs that
 * no server runs. So another server continues the jobs of a server that has ended, at the latest 20
 * seconds later. While a server lives, it renews the leases of its jobs, even of those that wait
 * for their next attempt.
 *
 * @param <J> identifies a job
 */
public final class StoredJobs<J extends StoredJobs.Key> {
  private static final Logger LOG = LoggerFactory.getLogger(StoredJobs.class);

  private final Store store;
  private final Lifecycle lifecycle;
  private final String kind;
  private final Supplier<? extends Iterable<J>> unfinished;
  private final Work<J> work;

  /** The jobs that run here, each with the number of calls that have started it. */
  private final Map<J, Integer> underWay = new ConcurrentHashMap<>();

  private final Map<J, Lease> leases = new ConcurrentHashMap<>();

  /** Identifies a job; equal keys are the same job. */
  public interface Key {
    /** Identifies the job among all jobs of its kind, also former ones. */
    String id();

    /** The object of the job, for operators. */
    String subject();
  }

  /**
   * The work of a job. It begins with the stored state, ends early if the term of the lease or the
   * engine has ended, and has no effect if the job is complete.
   */
  @FunctionalInterface
  public interface Work<J> {
    /** Runs the job; if it throws, it is tried again. */
    void run(J job, Lease.Term term, BackgroundJob progress);
  }

  /**
   * Jobs that are started by {@link #start} and {@link #resume}; on a shared store also when
   * another server does not run them.
   *
   * @param kind what is done: a constant, since metrics are grouped by it
   * @param unfinished the jobs in the store that are not complete
   */
  public StoredJobs(
      Store store,
      Lifecycle lifecycle,
      String kind,
      Supplier<? extends Iterable<J>> unfinished,
      Work<J> work) {
    this.store = store;
    this.lifecycle = lifecycle;
    this.kind = kind;
    this.unfinished = unfinished;
    this.work = work;
    if (store.isShared()) {
      lifecycle.repeat(Lease.INTERVAL, kind + " of other servers", this::check);
    }
  }

  /** Starts all jobs that are not complete and that no server runs. */
  public void resume() {
    unfinished.get().forEach(this::start);
  }

  /**
   * Starts a job, unless a server runs it. If this server runs it, its work is called once more
   * afterwards: it may have read the store before the change that the caller has made.
   *
   * @return the background job; empty if this server already runs it
   */
  public Optional<BackgroundJob> start(J job) {
    return start(job, lifecycle::start);
  }

  /** Does so with a starter of the caller. */
  Optional<BackgroundJob> start(J job, Lifecycle.Starter starter) {
    if (underWay.merge(job, 1, Integer::sum) > 1) {
      return Optional.empty();
    }
    return Optional.of(
        starter.start(
            kind,
            job.subject(),
            progress -> {
              int starts;
              do {
                starts = underWay.getOrDefault(job, 0);
                run(job, progress);
              } while (!underWay.remove(job, starts));
            }));
  }

  /** Renews the leases of the jobs that run here, and starts those that no server runs. */
  private void check() {
    var stored = new HashSet<J>();
    for (J job : unfinished.get()) {
      stored.add(job);
      if (underWay.containsKey(job)) {
        lease(job).renew();
      } else if (lease(job).isHeld()) {
        Optional<BackgroundJob> _ = start(job, lifecycle::startDue);
      }
    }
    leases.keySet().removeIf(job -> !stored.contains(job) && !underWay.containsKey(job));
  }

  private Lease lease(J job) {
    return leases.computeIfAbsent(
        job, it -> new Lease(store, lifecycle.clock(), kind + "/" + it.id()));
  }

  private void run(J job, BackgroundJob progress) {
    Lease lease = lease(job);
    Optional<Lease.Term> term = lease.acquire();
    if (term.isEmpty()) {
      return;
    }
    try {
      work.run(job, term.get(), progress);
    } catch (RuntimeException e) {
      if (!LeaseLostException.isCauseOf(e)) {
        throw e;
      }
      LOG.info("{} of {} continues on another server", kind, job.subject());
    }
    lease.release();
    leases.remove(job);
  }
}
