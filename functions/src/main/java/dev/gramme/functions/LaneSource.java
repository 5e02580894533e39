package dev.gramme.functions;

import dev.gramme.api.stream.StreamRecord;
import dev.gramme.engine.stream.LoggedChange;
import dev.gramme.engine.stream.Streams;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.ItemCodec;
import dev.gramme.wire.JsonWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.function.Predicate;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/** Reads the changes of a lane and buffers those that are not handed over yet. */
final class LaneSource {
  /** The maximum size of the records in an event: the service's 6 MB. */
  private static final long MAX_BATCH_BYTES = 6L << 20;

  private static final int PAGE = 1000;

  private final FunctionSetup setup;
  private final int lane;
  private final ArrayDeque<StreamBatch.Entry> gathered = new ArrayDeque<>();
  private Streams.Position readFrom;
  private long gatheredBytes;
  private boolean exhausted;
  private @Nullable Instant since;

  LaneSource(FunctionSetup setup, int shard, int lane, long from) {
    this.setup = setup;
    this.lane = lane;
    this.readFrom = new Streams.Position(shard, from, false);
  }

  /** Reads until a batch is full or no more changes are available. */
  void gather() {
    while (!isFull() && !exhausted) {
      Streams.Page page;
      try {
        page = setup.streams().read(setup.stream(), readFrom, PAGE);
      } catch (ApiError e) {
        if (e.type() != ErrorType.TRIMMED_DATA_ACCESS) {
          throw e;
        }
        // All changes of the shard have expired.
        exhausted = true;
        return;
      }
      page.changes().forEach(this::add);
      if (page.next().isEmpty()) {
        exhausted = true;
      } else {
        // Changes that expired meanwhile are skipped, as with Lambda.
        readFrom = new Streams.Position(readFrom.shard(), page.next().get().from(), false);
      }
      if (page.changes().isEmpty()) {
        return;
      }
    }
  }

  private void add(LoggedChange change) {
    if (!isOfLane(change)) {
      return;
    }
    var out = new JsonWriter().beginObject();
    new StreamRecord(setup.stream(), change).writeForFunction(out, setup.mapping().streamArn());
    String json = out.endObject().toString();
    int sizeBytes = Math.toIntExact(out.size());
    if (!setup.filter().passes(json)) {
      setup.metrics().filtered.increment();
      return;
    }
    if (gathered.isEmpty()) {
      since = setup.clock().instant();
    }
    gathered.add(new StreamBatch.Entry(change.sequence(), change.time(), json, sizeBytes));
    gatheredBytes += sizeBytes;
  }

  private boolean isOfLane(LoggedChange change) {
    int lanes = setup.mapping().parallelization();
    if (lanes == 1) {
      return true;
    }
    var hash = new CRC32();
    hash.update(ItemCodec.encode(setup.stream().key().of(change.either())));
    return hash.getValue() % lanes == lane;
  }

  private boolean isFull() {
    return gathered.size() >= setup.mapping().batchSize() || gatheredBytes >= MAX_BATCH_BYTES;
  }

  boolean isEmpty() {
    return gathered.isEmpty();
  }

  /** Whether the lane has ended, so that no further changes follow. */
  boolean isExhausted() {
    return exhausted;
  }

  /** The oldest buffered record. */
  StreamBatch.Entry first() {
    return gathered.element();
  }

  /**
   * How long the buffered records still wait for more, because the batch is not full; not positive
   * if they do not wait.
   */
  Duration waitsFor(Instant now) {
    if (isFull() || exhausted || since == null) {
      return Duration.ZERO;
    }
    if (now.isBefore(since)) {
      since = now; // the clock was set back; the batching window begins again
    }
    return Duration.between(now, since.plus(setup.mapping().batchingWindow()));
  }

  /**
   * Takes a batch of the oldest records.
   *
   * @param together whether a record may be in the same batch
   */
  StreamBatch take(Predicate<StreamBatch.Entry> together) {
    var batch = new ArrayList<StreamBatch.Entry>();
    long bytes = 0;
    while (!gathered.isEmpty()
        && batch.size() < setup.mapping().batchSize()
        && (batch.isEmpty() || bytes + gathered.element().sizeBytes() <= MAX_BATCH_BYTES)
        && together.test(gathered.element())) {
      var entry = gathered.remove();
      bytes += entry.sizeBytes();
      batch.add(entry);
    }
    gatheredBytes -= bytes;
    since = setup.clock().instant();
    return new StreamBatch(batch, 0);
  }

  /** The sequence number of the next change to take. */
  long resumeFrom() {
    return gathered.isEmpty() ? readFrom.from() : gathered.element().sequence();
  }
}
