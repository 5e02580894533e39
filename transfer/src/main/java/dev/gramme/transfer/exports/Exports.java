package dev.gramme.transfer.exports;

import dev.gramme.engine.Engine;
import dev.gramme.engine.catalog.Lease;
import dev.gramme.engine.catalog.StoredJobs;
import dev.gramme.engine.key.SystemKeys;
import dev.gramme.engine.stream.LogReader;
import dev.gramme.engine.stream.LogRows;
import dev.gramme.engine.stream.LogWriter;
import dev.gramme.model.ApiError;
import dev.gramme.model.ChangeLog;
import dev.gramme.model.ErrorType;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Reader;
import dev.gramme.storage.Transaction;
import dev.gramme.transfer.JobIds;
import dev.gramme.transfer.JobKey;
import dev.gramme.transfer.Journal;
import dev.gramme.transfer.bucket.Buckets;
import dev.gramme.transfer.exports.ExportJob.Cut;
import dev.gramme.transfer.exports.ExportJob.Source;
import dev.gramme.transfer.exports.ExportJob.Target;
import dev.gramme.transfer.exports.ExportRequest.Span;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The exports of a database. An export runs in the background; after a crash it resumes when the
 * database is opened again, or on another server of a shared store.
 */
public final class Exports {
  private final Engine engine;
  private final Buckets buckets;
  private final JobIds ids;
  private final Journal<ExportJob> journal;
  private final StoredJobs<JobKey> jobs;

  private Exports(Engine engine, Buckets buckets, JobIds ids) {
    this.engine = engine;
    this.buckets = buckets;
    this.ids = ids;
    this.journal = new Journal<>(engine.store(), SystemKeys.EXPORTS, ExportJob::decode);
    this.jobs =
        new StoredJobs<>(
            engine.store(),
            engine.catalog().lifecycle(),
            "table export",
            journal::unfinished,
            (key, term, progress) -> run(key, term));
  }

  /** The exports of an engine. Interrupted ones resume. */
  public static Exports open(Engine engine, Buckets buckets, JobIds ids) {
    var exports = new Exports(engine, buckets, ids);
    exports.jobs.resume();
    engine.catalog().onReview(exports.jobs::resume);
    return exports;
  }

  /**
   * The earlier export with the token of a request, if there is one.
   *
   * @throws ApiError an ExportConflictException if the earlier export had another request
   */
  public Optional<ExportJob> repeated(ExportRequest request) {
    return repeated(engine.store(), request, engine.clock().instant());
  }

  private Optional<ExportJob> repeated(Reader reader, ExportRequest request, Instant now) {
    String token = request.token();
    Optional<ExportJob> earlier =
        token == null ? Optional.empty() : journal.repeated(reader, token, now);
    if (earlier.isPresent() && !earlier.get().request().equals(request.text())) {
      throw ApiError.of(
          ErrorType.EXPORT_CONFLICT,
          "Export conflict: Duplicate request detected with conflicting parameters");
    }
    return earlier;
  }

  /**
   * Starts the export of a table with point-in-time recovery. Blocks until the job is stored
   * durably; the export itself runs in the background.
   *
   * @param now the current time, with which the times in the request were compared
   * @return the new export, or the earlier one with the same token
   */
  public ExportJob start(
      ExportRequest request, TableDefinition table, String tableArn, String account, Instant now) {
    String given = request.token();
    String token = given == null ? ids.token() : given;
    String id = ids.next(now);
    // The number under which the export pins the table. Each attempt of the transaction
    // allocates a new one.
    var holder = new AtomicInteger();
    var entered = new AtomicReference<@Nullable ExportJob>();
    try {
      engine
          .catalog()
          .change(
              table.name(),
              (current, numbers) -> {
                refuseOther(current, table);
                holder.set(numbers.next());
                return new Source(current, holder.get()).held().read(current);
              },
              (tx, current) -> {
                Optional<ExportJob> earlier = repeated(tx, request, now);
                if (earlier.isPresent()) {
                  throw new Repeated(earlier.get());
                }
                refuseTooMany(tx);
                var job =
                    new ExportJob(
                        id,
                        tableArn,
                        table.name(),
                        table.id().toString(),
                        account,
                        new Source(current, holder.get()),
                        target(request),
                        cut(tx, request, current, now),
                        token,
                        request.text(),
                        now,
                        partitions(current),
                        List.of(),
                        null,
                        null,
                        null);
                enter(tx, job);
                entered.set(job);
              })
          .join();
    } catch (CompletionException e) {
      return switch (e.getCause()) {
        case Repeated repeated -> repeated.job;
        case RuntimeException cause -> throw cause;
        case null, default -> throw e;
      };
    }
    ExportJob job = Objects.requireNonNull(entered.get());
    jobs.start(JobKey.of(job));
    return job;
  }

  /** Aborts the transaction because an export with the same token exists. */
  private static final class Repeated extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient ExportJob job;

    Repeated(ExportJob job) {
      super(job.arn(), null, false, false);
      this.job = job;
    }
  }

  private static void refuseOther(TableDefinition current, TableDefinition checked) {
    if (current.number() != checked.number() || current.features().recovery() == null) {
      throw ApiError.of(
          ErrorType.POINT_IN_TIME_RECOVERY_UNAVAILABLE,
          "Point in time recovery is not enabled for table '" + checked.name() + "'");
    }
  }

  private void refuseTooMany(Reader reader) {
    if (journal.inProgress(reader) >= Journal.MAX_IN_PROGRESS) {
      throw ApiError.of(
          ErrorType.LIMIT_EXCEEDED,
          "Subscriber limit exceeded: Only "
              + Journal.MAX_IN_PROGRESS
              + " export operations can be done simultaneously");
    }
  }

  private void enter(Transaction tx, ExportJob job) {
    journal.enter(tx, job);
    var source = job.source();
    if (source != null) {
      // Another server, whose clock is behind, must not add a change before the end.
      LogWriter.skipTo(tx, source.table().number(), job.cut().end() - 1);
      source.held().hold(tx, job.cut().first() - 1);
    }
  }

  /** Whether exports can be encrypted with KMS keys. */
  public boolean haveKeys() {
    return buckets.haveKeys();
  }

  /** The export with an id. */
  public Optional<ExportJob> find(String id) {
    return journal.find(id);
  }

  /** All exports of the last ninety days, the newest first. */
  public List<ExportJob> all() {
    Instant since = engine.clock().instant().minus(Journal.RETENTION);
    return journal.all().stream().filter(job -> job.started().isAfter(since)).toList();
  }

  private static Target target(ExportRequest request) {
    return new Target(
        request.format(),
        request.bucket(),
        request.bucketOwner(),
        request.prefix(),
        request.encryption());
  }

  private static Cut cut(Reader reader, ExportRequest request, TableDefinition table, Instant now) {
    return switch (request.span()) {
      case Span.Full(var time) ->
          new Cut(null, orNow(time, now), end(reader, table, time, now), null, request.filter());
      case Span.Incremental(var from, var to, var view) ->
          new Cut(from, orNow(to, now), end(reader, table, to, now), view, request.filter());
    };
  }

  private static Instant orNow(@Nullable Instant time, Instant now) {
    return time == null ? now : time;
  }

  /**
   * The sequence number at which the export ends. An export as of now ends after every acknowledged
   * change: if changes are more frequent than ticks of the clock, their sequence numbers are ahead
   * of the clock.
   */
  private static long end(
      Reader reader, TableDefinition table, @Nullable Instant time, Instant now) {
    return time != null
        ? LogRows.sequence(time)
        : Math.max(LogRows.sequence(now), new LogReader(reader).last(table.number()) + 1);
  }

  private static int partitions(TableDefinition table) {
    ChangeLog log = table.features().log();
    return log == null ? 1 : log.shards().size();
  }

  /** Each attempt begins with the stored state, as after a restart. */
  private void run(JobKey key, Lease.Term term) {
    journal
        .find(key.id())
        .filter(ExportJob::isInProgress)
        .ifPresent(stored -> new ExportRun(engine, journal, buckets, term, stored).run());
  }
}
