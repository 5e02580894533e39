package dev.gramme.engine;

import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.catalog.Lifecycle;
import dev.gramme.engine.read.ItemReader;
import dev.gramme.engine.read.ReadPage;
import dev.gramme.engine.read.ReadPlan;
import dev.gramme.engine.vector.VectorHit;
import dev.gramme.engine.vector.VectorQuery;
import dev.gramme.engine.vector.VectorSearch;
import dev.gramme.engine.write.InFlight;
import dev.gramme.engine.write.TransactionConflicts;
import dev.gramme.engine.write.WriteRequest;
import dev.gramme.engine.write.WriteResult;
import dev.gramme.engine.write.Writer;
import dev.gramme.model.Item;
import dev.gramme.storage.Store;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The database behind the protocol: tables in a catalog, and two doors. Every change of an item
 * goes through {@link #write}, every look at one through {@code read}; no operation has a path of
 * its own to the store.
 */
public final class Engine implements AutoCloseable {
  private final InstantSource clock;
  private final Catalog catalog;
  private final Writer writer;
  private final ItemReader reader;
  private final @Nullable InFlight inFlight;
  private final VectorSearch vectors;

  /**
   * What an engine can be told.
   *
   * @param itemCollectionLimitBytes the most bytes of an item collection in tables with local
   *     indexes
   * @param transactionConflicts what a request meets on an item of a transaction under way
   * @param vectorMemoryBytes the most memory for what makes searches of vector indexes fast
   */
  public record Options(
      long itemCollectionLimitBytes,
      TransactionConflicts transactionConflicts,
      long vectorMemoryBytes) {
    /** Options with a quarter of the heap for vectors. */
    public Options(long itemCollectionLimitBytes, TransactionConflicts transactionConflicts) {
      this(itemCollectionLimitBytes, transactionConflicts, Runtime.getRuntime().maxMemory() / 4);
    }

    /**
     * The service's own 10 GB; no request meets a transaction; a quarter of the heap for vectors.
     */
    public static final Options DEFAULT =
        new Options(10L << 30, TransactionConflicts.WAIT);

    /** The same but for what a request meets on an item of a transaction under way. */
    public Options withTransactionConflicts(TransactionConflicts conflicts) {
      return new Options(itemCollectionLimitBytes, conflicts, vectorMemoryBytes);
    }
  }

  /**
   * Opens the engine over a store and resumes what a crash interrupted. The store stays the
   * caller's to close, after the engine.
   *
   * @param background runs backfills and removals; its tasks block
   */
  public static Engine open(
      Store store, InstantSource clock, Executor background, Options options) {
    return new Engine(store, clock, Catalog.open(store, new Lifecycle(background)), options);
  }

  private Engine(Store store, InstantSource clock, Catalog catalog, Options options) {
    this.clock = clock;
    this.catalog = catalog;
    this.inFlight =
        switch (options.transactionConflicts()) {
          case WAIT -> null;
          case REPORT -> new InFlight(catalog);
        };
    this.vectors = new VectorSearch(store, catalog.lifecycle(), options.vectorMemoryBytes());
    catalog.onDrop(vectors::forget);
    this.writer =
        new Writer(store, catalog, clock, options.itemCollectionLimitBytes(), inFlight, vectors);
    this.reader = new ItemReader(store);
  }

  /** The tables. */
  public Catalog catalog() {
    return catalog;
  }

  /** The time by which the engine goes. */
  public InstantSource clock() {
    return clock;
  }

  /** Carries out a write, all of it or nothing; fails with the service's error. */
  public CompletableFuture<WriteResult> write(WriteRequest request) {
    return writer.write(request);
  }

  /** One item, null if it does not exist. */
  public @Nullable Item read(ReadPlan.Items.Key key) {
    return reader.item(key);
  }

  /**
   * Items in the order of their keys as of one moment, null for those that do not exist.
   *
   * @throws dev.gramme.model.ApiError a TransactionCanceledException if a transaction under way
   *     holds one of them and that is to be reported
   */
  public List<@Nullable Item> read(ReadPlan.Items plan) {
    if (inFlight != null) {
      inFlight.checkRead(plan);
    }
    return reader.items(plan);
  }

  /** A page of a Query or Scan. */
  public ReadPage read(ReadPlan.Page plan) {
    return reader.page(plan);
  }

  /** The items whose vectors are nearest to the one asked for, best first. */
  public List<VectorHit> read(VectorQuery query) {
    return vectors.search(query);
  }

  /** Ends background work; the store can be closed afterwards. */
  @Override
  public void close() {
    catalog.close();
  }
}
