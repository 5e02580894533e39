package dev.gramme.functions;

import dev.gramme.api.stream.ShardId;
import dev.gramme.engine.catalog.Lease;
import dev.gramme.engine.stream.LogShard;
import dev.gramme.engine.stream.LogTrimmer;
import dev.gramme.model.Utf8;
import dev.gramme.storage.BackOff;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers the changes of one lane to the function, one batch at a time. A lane is the part of a
 * shard whose items' keys have the same hash modulo the mapping's {@code ParallelizationFactor},
 * which Lambda also calls the number of concurrent batches per shard.
 *
 * <p>A failed batch blocks those behind it until it succeeds or is discarded. The position is
 * stored after each batch or part of one, so that after a crash at most one batch is delivered
 * again.
 */
final class LaneWorker {
  private static final Logger LOG = LoggerFactory.getLogger(LaneWorker.class);

  /** The polling interval: the service polls four times a second. */
  private static final Duration POLL = Duration.ofMillis(250);

  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

  /** The pauses between the attempts of a batch, and between those to end a window. */
  private static final BackOff BACK_OFF = new BackOff(Duration.ofSeconds(1), LONGEST_PAUSE);

  /** The maximum size of a window's state: the service's 1 MB. */
  private static final int MAX_STATE_BYTES = 1 << 20;

  private final FunctionSetup setup;
  private final Lease.Term term;
  private final LogShard shard;
  private final int lane;
  private final LaneSource source;
  private final Deque<StreamBatch> underWay = new ArrayDeque<>();
  private final long windowSeconds;
  private LanePosition position;
  private int windowAttempts;

  LaneWorker(
      FunctionSetup setup, Lease.Term term, LogShard shard, int lane, LanePosition position) {
    this.setup = setup;
    this.term = term;
    this.shard = shard;
    this.lane = lane;
    this.position = position;
    this.source = new LaneSource(setup, shard.number(), lane, position.from());
    this.windowSeconds = setup.mapping().tumblingWindow().toSeconds();
  }

  /**
   * Performs the next step. Returns the pause before the following step, or empty at the end of the
   * shard.
   */
  Optional<Duration> step() {
    Instant now = setup.clock().instant();
    if (underWay.isEmpty()) {
      source.gather();
      noteAge(now);
      if (isWindowOver(now)) {
        return Optional.of(endWindow());
      }
      if (source.isEmpty()) {
        return idle();
      }
      Duration wait = source.waitsFor(now);
      if (wait.isPositive()) {
        return Optional.of(wait.compareTo(POLL) < 0 ? wait : POLL);
      }
      long window = windowOf(source.first());
      underWay.add(source.take(record -> windowOf(record) == window));
    }
    noteAge(now);
    return Optional.of(attempt(now));
  }

  private Optional<Duration> idle() {
    if (source.isExhausted()) {
      save(position.atEnd());
      return Optional.empty();
    }
    if (source.resumeFrom() != position.from()) {
      // None of the changes that were read belong to this lane.
      save(position.movedTo(source.resumeFrom()));
    }
    return Optional.of(POLL);
  }

  private Duration attempt(Instant now) {
    StreamBatch batch = underWay.element();
    int expired = expired(batch, now);
    if (expired > 0) {
      return giveUp(batch, batch.upTo(expired), FailureRecord.Condition.RECORD_AGE_EXCEEDED);
    }
    int most = setup.mapping().retryAttempts();
    if (most >= 0 && batch.attempts() > most) {
      return giveUp(batch, batch, FailureRecord.Condition.RETRY_ATTEMPTS_EXHAUSTED);
    }
    int failed = call(batch);
    if (failed == FunctionAnswer.NONE) {
      setup.metrics().records.add(batch.records().size());
      replace(null);
      return Duration.ZERO;
    }
    setup.metrics().failures.increment();
    return repeat(batch, failed);
  }

  /**
   * Schedules the retry of a failed batch: from the failed record on, in halves if configured,
   * after a back-off.
   */
  private Duration repeat(StreamBatch batch, int failed) {
    setup.metrics().records.add(failed);
    StreamBatch rest = batch.from(failed);
    boolean bisect = setup.mapping().bisect();
    if (bisect && failed > 0) {
      replace(rest);
      return Duration.ZERO;
    }
    if (bisect && rest.records().size() > 1) {
      int middle = rest.records().size() / 2;
      underWay.remove();
      underWay.addFirst(rest.from(middle));
      underWay.addFirst(rest.upTo(middle));
      return Duration.ZERO;
    }
    StreamBatch next = rest.failed();
    replace(next);
    int most = setup.mapping().retryAttempts();
    return most >= 0 && next.attempts() > most ? Duration.ZERO : BACK_OFF.pause(next.attempts());
  }

  /** How many records at the beginning of a batch are too old. */
  private int expired(StreamBatch batch, Instant now) {
    Duration most = setup.mapping().maximumRecordAge();
    if (most == null || most.compareTo(LogTrimmer.STREAM_RETENTION) > 0) {
      most = LogTrimmer.STREAM_RETENTION;
    }
    Instant oldest = now.minus(most);
    int expired = 0;
    while (expired < batch.records().size()
        && batch.records().get(expired).time().isBefore(oldest)) {
      expired++;
    }
    return expired;
  }

  /** Discards a part of a batch, or returns the pause until the next attempt to report it. */
  private Duration giveUp(StreamBatch batch, StreamBatch part, FailureRecord.Condition condition) {
    try {
      setup.reportDiscarded(part, condition, ShardId.of(shard));
    } catch (IOException e) {
      LOG.warn(
          "function {}: cannot report a discarded batch and will retry: {}",
          setup.name(),
          e.toString());
      return LONGEST_PAUSE;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return LONGEST_PAUSE;
    }
    setup.metrics().discarded.add(part.records().size());
    int left = batch.records().size() - part.records().size();
    replace(left == 0 ? null : batch.from(part.records().size()));
    return Duration.ZERO;
  }

  /** Replaces the current batch with its remaining part, and stores the new position. */
  private void replace(@Nullable StreamBatch rest) {
    StreamBatch before = underWay.remove();
    if (rest != null) {
      underWay.addFirst(rest);
    }
    if (rest == null || rest.first().sequence() != before.first().sequence()) {
      var next = underWay.peek();
      save(position.movedTo(next == null ? source.resumeFrom() : next.first().sequence()));
    }
  }

  private void save(LanePosition moved) {
    position = moved;
    setup.rows().save(setup, term, shard.number(), lane, moved);
  }

  /** Calls the function. Returns the index of the first record that failed. */
  private int call(StreamBatch batch) {
    FunctionEvent.Window window = null;
    if (windowSeconds > 0) {
      if (position.window() == LanePosition.NO_WINDOW) {
        position = position.inWindow(windowOf(batch.first()), position.state());
      }
      window = window(false, false);
    }
    FunctionAnswer answer = call(new FunctionEvent(batch.records(), window));
    if (answer == null) {
      return 0;
    }
    if (windowSeconds > 0) {
      position = position.inWindow(position.window(), answer.state().orElse(position.state()));
    }
    return setup.mapping().reportItemFailures() ? answer.firstFailure(batch) : FunctionAnswer.NONE;
  }

  private @Nullable FunctionAnswer call(FunctionEvent event) {
    setup.metrics().invocations.increment();
    try {
      String answer = setup.function().handle(new String(event.json(), StandardCharsets.UTF_8));
      return new FunctionAnswer(
          answer == null ? new byte[0] : answer.strip().getBytes(StandardCharsets.UTF_8));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    } catch (Throwable e) {
      LOG.warn("function {} failed: {}", setup.name(), e.toString());
      return null;
    }
  }

  private long windowOf(StreamBatch.Entry record) {
    if (windowSeconds == 0) {
      return LanePosition.NO_WINDOW;
    }
    return Math.floorDiv(record.time().getEpochSecond(), windowSeconds) * windowSeconds;
  }

  private FunctionEvent.Window window(boolean last, boolean early) {
    return new FunctionEvent.Window(
        Instant.ofEpochSecond(position.window()),
        Instant.ofEpochSecond(position.window() + windowSeconds),
        position.state(),
        ShardId.of(shard),
        setup.mapping().streamArn(),
        last,
        early);
  }

  private boolean isWindowOver(Instant now) {
    if (windowSeconds == 0 || position.window() == LanePosition.NO_WINDOW) {
      return false;
    }
    if (isStateTooLarge()) {
      return true;
    }
    return source.isEmpty()
        ? source.isExhausted() || now.getEpochSecond() >= position.window() + windowSeconds
        : windowOf(source.first()) != position.window();
  }

  private boolean isStateTooLarge() {
    return Utf8.length(position.state()) > MAX_STATE_BYTES;
  }

  /** Calls the function for the last time in a window. */
  private Duration endWindow() {
    int most = setup.mapping().retryAttempts();
    // A separate step, because no step follows a call that close has cancelled.
    if (most >= 0 && windowAttempts > most) {
      LOG.warn("function {}: the state of a window was discarded", setup.name());
      leaveWindow();
      return Duration.ZERO;
    }
    boolean early = isStateTooLarge();
    if (call(new FunctionEvent(List.of(), window(true, early))) == null) {
      setup.metrics().failures.increment();
      windowAttempts++;
      return most >= 0 && windowAttempts > most ? Duration.ZERO : BACK_OFF.pause(windowAttempts);
    }
    leaveWindow();
    return Duration.ZERO;
  }

  private void leaveWindow() {
    windowAttempts = 0;
    save(position.withoutWindow());
  }

  private void noteAge(Instant now) {
    Duration age = Duration.ZERO;
    if (!underWay.isEmpty()) {
      age = Duration.between(underWay.element().first().time(), now);
    } else if (!source.isEmpty()) {
      age = Duration.between(source.first().time(), now);
    }
    setup.metrics().age(this, age);
  }
}
