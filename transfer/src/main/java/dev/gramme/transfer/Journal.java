package dev.gramme.transfer;

import dev.gramme.engine.catalog.BlockingTransactions;
import dev.gramme.engine.catalog.Lease;
import dev.gramme.engine.catalog.LeaseLostException;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.engine.key.SystemKeys;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Item;
import dev.gramme.model.ItemCodec;
import dev.gramme.model.Utf8;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Reader;
import dev.gramme.storage.Store;
import dev.gramme.storage.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The stored imports, or the stored exports. A job is stored under its id for as long as the
 * service lists it; a client token is stored separately and refers to its job.
 */
public final class Journal<J extends Job> {
  /** How long a client token is valid. */
  public static final Duration TOKEN_LIFETIME = Duration.ofHours(8);

  /** How long a job is kept. */
  public static final Duration RETENTION = Duration.ofDays(90);

  /** The maximum number of jobs in progress at a time. */
  public static final int MAX_IN_PROGRESS = 50;

  private static final String JOB = "j";
  private static final String TOKEN = "t";

  private final Store store;
  private final int space;
  private final Function<Item, J> decoder;

  /**
   * Creates a journal in a key space.
   *
   * @param space one of {@link SystemKeys}
   * @param decoder decodes a stored job
   */
  public Journal(Store store, int space, Function<Item, J> decoder) {
    this.store = store;
    this.space = space;
    this.decoder = decoder;
  }

  /**
   * The earlier job with a client token, if the token is still valid. The caller compares the
   * requests.
   */
  public Optional<J> repeated(Reader reader, String token, Instant now) {
    byte[] row = reader.get(key(TOKEN, token));
    if (row == null) {
      return Optional.empty();
    }
    Item entry = ItemCodec.decode(row);
    Optional<J> earlier = find(reader, Documents.text(entry, "Id"));
    if (!now.isBefore(Documents.instant(entry, "Entered").plus(TOKEN_LIFETIME))
        || earlier.isEmpty()) {
      return Optional.empty();
    }
    return earlier;
  }

  /** Stores a new job and its token, and removes jobs that are no longer listed. */
  public void enter(Transaction tx, J job) {
    for (J old : all(tx)) {
      if (!old.isInProgress() && old.started().plus(RETENTION).isBefore(job.started())) {
        tx.delete(key(JOB, old.id()));
        tx.delete(key(TOKEN, old.token()));
      }
    }
    put(tx, job);
    var token = Item.builder(2).put("Id", new S(job.id()));
    token.put("Entered", N.of(job.started().toEpochMilli()));
    tx.put(key(TOKEN, job.token()), ItemCodec.encode(token.build()));
  }

  /**
   * Stores the progress of a job, and waits until it is durable.
   *
   * @param term the right to run the job
   * @throws LeaseLostException if another server runs the job now
   */
  public void update(J job, Lease.Term term) {
    BlockingTransactions.run(store, tx -> update(tx, job, term));
  }

  /** Stores the progress of a job within the caller's transaction. */
  public void update(Transaction tx, J job, Lease.Term term) {
    term.require(tx);
    put(tx, job);
  }

  private void put(Transaction tx, J job) {
    tx.put(key(JOB, job.id()), ItemCodec.encode(job.encode()));
  }

  /** The jobs that have work left. */
  public List<JobKey> unfinished() {
    return all().stream().filter(Job::isInProgress).map(JobKey::of).toList();
  }

  /** The job with an id. */
  public Optional<J> find(String id) {
    return find(store, id);
  }

  /** All jobs, the newest first, as the service lists them. */
  public List<J> all() {
    return all(store);
  }

  /** How many jobs are in progress. */
  public long inProgress(Reader reader) {
    return all(reader).stream().filter(Job::isInProgress).count();
  }

  private Optional<J> find(Reader reader, String id) {
    byte @Nullable [] row = reader.get(key(JOB, id));
    return row == null ? Optional.empty() : Optional.of(decoder.apply(ItemCodec.decode(row)));
  }

  private List<J> all(Reader reader) {
    byte[] from = key(JOB, "");
    var jobs = new ArrayList<J>();
    try (Cursor rows = reader.range(from, RowKeys.afterPrefix(from), Direction.ASCENDING)) {
      while (rows.next()) {
        jobs.add(decoder.apply(ItemCodec.decode(rows.value())));
      }
    }
    jobs.sort(Comparator.comparing(Job::id).reversed());
    return jobs;
  }

  private byte[] key(String kind, String name) {
    return SystemKeys.named(space, Utf8.bytes(kind + name));
  }
}
