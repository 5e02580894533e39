package dev.gramme.engine.catalog;

import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Background work that is retried until it returns without an exception. The work itself stores its
 * progress, in rows that are committed with each step; this object only holds the status that
 * operators see. Thread-safe.
 */
public final class BackgroundJob {
  private final String kind;
  private final String subject;
  private final Instant since;
  private final CompletableFuture<Void> firstStep = new CompletableFuture<>();
  private int tries;
  private int failures;
  private @Nullable String lastError;
  private @Nullable Instant nextTry;

  BackgroundJob(String kind, String subject, Instant since) {
    this.kind = kind;
    this.subject = subject;
    this.since = since;
  }

  /**
   * The status of a job at one moment.
   *
   * @param kind what is done, such as {@code "index backfill"}; one of a few constants
   * @param subject the table, the {@code table/index} or other object of the work; may be empty
   * @param since when the job was started
   * @param tries the number of attempts so far
   * @param failures the number of consecutive failures without progress
   * @param lastError the most recent failure, null if there was none since the last progress
   * @param nextTry when it is tried again, null while it runs
   */
  public record Status(
      String kind,
      String subject,
      Instant since,
      int tries,
      int failures,
      @Nullable String lastError,
      @Nullable Instant nextTry) {

    /** Whether it has failed and made no progress since. */
    public boolean isFailing() {
      return failures > 0;
    }
  }

  /** The current status of the job. */
  public synchronized Status status() {
    return new Status(kind, subject, since, tries, failures, lastError, nextTry);
  }

  /**
   * Reports that a step of the work is durable. Work of many steps calls this after each step,
   * which resets the back-off.
   */
  public void progressed() {
    synchronized (this) {
      failures = 0;
      lastError = null;
    }
    firstStep.complete(null);
  }

  /** Reports that the work waits for something outside of this process, such as another region. */
  public synchronized void waitsFor(Throwable reason) {
    failures++;
    lastError = reason.toString();
  }

  /**
   * Completes when the job has made its first step, has ended, or has failed once; also when it
   * will not run because the engine is closed.
   */
  CompletableFuture<Void> firstStep() {
    return firstStep;
  }

  synchronized void begin() {
    tries++;
    nextTry = null;
  }

  /**
   * Records a failure.
   *
   * @return the number of consecutive failures, including this one
   */
  synchronized int failed(Throwable failure) {
    lastError = failure.toString();
    return ++failures;
  }

  void waitUntil(Instant next) {
    synchronized (this) {
      nextTry = next;
    }
    firstStep.complete(null);
  }

  void ended() {
    firstStep.complete(null);
  }

  @Override
  public String toString() {
    return subject.isEmpty() ? kind : kind + " of " + subject;
  }
}
