package dev.gramme.engine.write;

import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.ttl.ExpiryFronts;
import dev.gramme.engine.vector.VectorSearch;
import dev.gramme.model.ApiError;
import dev.gramme.model.CancellationReason;
import dev.gramme.model.ErrorType;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.budget.RequestBudget;
import dev.gramme.storage.ConflictException;
import dev.gramme.storage.OverloadedException;
import dev.gramme.storage.StorageException;
import dev.gramme.storage.Store;
import dev.gramme.storage.Transaction;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Runs write requests as storage transactions. */
public final class Writer {
  /**
   * The budget of steps that a request has within its transaction: a few hundred microseconds at
   * most.
   */
  private static final long COMMIT_STEPS = 1 << 18;

  /** The maximum number of evaluations of a request outside of its transaction. */
  private static final int MAX_EVALUATIONS = 5;

  private static final Executor EVALUATORS = evaluators();

  private final Store store;
  private final Catalog catalog;
  private final InstantSource clock;
  private final long collectionLimitBytes;
  private final @Nullable InFlight inFlight;
  private final VectorSearch vectors;
  private final @Nullable WriteGate gate;
  private final ExpiryFronts expiries;
  private final Consumer<TableDefinition> home;
  private final RequestTokens tokens = new RequestTokens();

  /**
   * @param collectionLimitBytes the maximum size of an item collection in tables with local indexes
   * @param inFlight detects conflicts of transactions, null if they are not reported
   * @param vectors receives committed changes of vector indexes
   * @param gate admits the writes of clients, null to admit all
   * @param expiries receives committed items, so that the next sweep finds them when they expire
   * @param home throws an ApiError if another region must execute the writes of a table; not called
   *     for changes of other regions
   */
  public Writer(
      Store store,
      Catalog catalog,
      InstantSource clock,
      long collectionLimitBytes,
      @Nullable InFlight inFlight,
      VectorSearch vectors,
      @Nullable WriteGate gate,
      ExpiryFronts expiries,
      Consumer<TableDefinition> home) {
    this.store = store;
    this.catalog = catalog;
    this.clock = clock;
    this.collectionLimitBytes = collectionLimitBytes;
    this.inFlight = inFlight;
    this.vectors = vectors;
    this.gate = gate;
    this.expiries = expiries;
    this.home = home;
  }

  private static Executor evaluators() {
    int most = Math.max(4, 2 * Runtime.getRuntime().availableProcessors());
    var threads =
        new ThreadPoolExecutor(
            most,
            most,
            10,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(), // as long as the number of requests in progress
            Thread.ofPlatform().daemon().name("evaluation-", 0).factory());
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }

  /**
   * Executes the request. A single write or a transaction is executed entirely or not at all; a
   * batch may leave actions unprocessed; the future fails with the service's error.
   */
  public CompletableFuture<WriteResult> write(WriteRequest request) {
    if (inFlight == null) {
      return commit(request);
    }
    try {
      return switch (request.kind()) {
        case SINGLE -> {
          inFlight.checkSingle(request);
          yield commit(request);
        }
        case BATCH -> commitFree(request, inFlight.held(request));
        case TRANSACTION ->
            inFlight
                .holding(request, () -> commit(request))
                .exceptionallyCompose(failure ->
                    CompletableFuture.failedFuture(clientError(unwrapped(failure), request)));
      };
    } catch (ApiError conflict) {
      return CompletableFuture.failedFuture(conflict);
    }
  }

  /**
   * Removes expired client request tokens, on a shared store, where writes do not remove them, and
   * what transactions of dead servers hold.
   *
   * @param mayContinue checked repeatedly; the removal stops if it returns false
   */
  public void clearTokens(BooleanSupplier mayContinue) {
    tokens.sweep(store, clock.instant(), mayContinue);
    if (inFlight != null) {
      inFlight.sweep(mayContinue);
    }
  }

  /** Executes the actions of a batch whose items are not held by a transaction. */
  private CompletableFuture<WriteResult> commitFree(WriteRequest batch, List<Integer> held) {
    if (held.isEmpty()) {
      return commit(batch);
    }
    var free = new ArrayList<WriteAction>();
    for (int i = 0; i < batch.actions().size(); i++) {
      if (!held.contains(i)) {
        free.add(batch.actions().get(i));
      }
    }
    if (free.isEmpty()) {
      return CompletableFuture.completedFuture(new WriteResult(List.of(), false, held));
    }
    return commit(
            new WriteRequest(
                free,
                batch.kind(),
                batch.cause(),
                batch.token(),
                batch.budget(),
                false,
                batch.requirement()))
        .thenApply(result ->
            new WriteResult(
                result.changes(), result.replayed(), together(held, result.unprocessed())));
  }

  /**
   * The positions, in the whole batch, of the held actions and of the unprocessed other actions.
   */
  private static List<Integer> together(List<Integer> held, List<Integer> undone) {
    if (undone.isEmpty()) {
      return held;
    }
    var all = new ArrayList<>(held);
    int position = 0;
    for (int ofOthers = 0; ofOthers <= undone.getLast(); position++) {
      if (held.contains(position)) {
        continue;
      }
      if (undone.contains(ofOthers++)) {
        all.add(position);
      }
    }
    Collections.sort(all);
    return all;
  }

  private CompletableFuture<WriteResult> commit(WriteRequest request) {
    // From here on the request has effects, so it must not be run again on another thread.
    request.budget().endTurn();
    WriteGate.Pass pass =
        gate == null || request.cause() != ItemChange.Cause.CLIENT ? null : gate.pass();
    var attempts = new Attempts(request, pass);
    return attempts
        .run()
        .exceptionallyCompose(failure -> {
          if (StorageException.leavesOutcomeOpen(failure)) {
            forgetAfterUnknownOutcome(request);
          }
          return CompletableFuture.failedFuture(clientError(unwrapped(failure), request));
        })
        .thenApply(done -> {
          WriteResult result = done.get();
          request.budget().commit();
          if (!result.replayed()) {
            if (store.isShared()) {
              catalog.statistics().committed(ItemChange.counts(result.changes()));
            }
            for (ItemChange change : result.changes()) {
              vectors.committed(change.vectors());
              expiries.written(change.table(), change.after());
            }
          }
          return result;
        });
  }

  /** Invalidates in-memory data derived from commits, because this commit may be missing in it. */
  private void forgetAfterUnknownOutcome(WriteRequest request) {
    for (WriteAction action : request.actions()) {
      catalog
          .lastKnown(action.table())
          .ifPresent(table -> {
            table
                .vectorIndexes()
                .forEach(index -> vectors.forgetAfterUnknownOutcome(index.number()));
            expiries.forget(table.number());
          });
    }
  }

  private static Throwable unwrapped(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }

  /** Translates a transient failure of the store to the error of the client. */
  private static Throwable clientError(Throwable failure, WriteRequest request) {
    return switch (failure) {
      case OverloadedException overloaded -> ApiError.of(ErrorType.THROTTLING, "Rate exceeded");
      case ConflictException conflict when request.kind() == WriteRequest.Kind.TRANSACTION ->
          ApiError.transactionCanceled(
              Collections.nCopies(
                  request.actions().size(), CancellationReason.transactionConflict()));
      case ConflictException conflict ->
          ApiError.of(ErrorType.TRANSACTION_CONFLICT, "Transaction is ongoing for the item");
      default -> failure;
    };
  }

  /**
   * The attempts of one request. A store repeats an attempt after a conflict. On a store with a
   * single committing thread, an attempt that exceeds its steps is abandoned; the actions are then
   * evaluated on another thread, and the next attempt uses the results for rows that are unchanged.
   */
  private final class Attempts {
    private final WriteRequest request;
    private final WriteGate.@Nullable Pass pass;
    private final PreparedActions prepared;
    private @Nullable ItemWriter last;
    private List<@Nullable EvaluatedAction> evaluated = List.of();
    private int evaluations;
    private final RequestBudget.Mark begun;

    Attempts(WriteRequest request, WriteGate.@Nullable Pass pass) {
      this.request = request;
      this.pass = pass;
      this.prepared = PreparedActions.of(request, catalog);
      this.begun = request.budget().mark();
    }

    CompletableFuture<Supplier<WriteResult>> run() {
      return evaluatedIfLong(
          request.isWholeOfClient()
              ? store.transactByCaller(this::attemptInTurn)
              : store.transact(this::attemptInTurn));
    }

    private CompletableFuture<Supplier<WriteResult>> evaluatedIfLong(
        CompletableFuture<Supplier<WriteResult>> attempt) {
      return attempt.exceptionallyCompose(failure ->
          unwrapped(failure) instanceof RequestBudget.TurnOver
              ? CompletableFuture.runAsync(this::evaluate, EVALUATORS)
                  .thenCompose(done -> evaluatedIfLong(store.transact(this::attemptInTurn)))
              : CompletableFuture.failedFuture(failure));
    }

    private void evaluate() {
      if (++evaluations > MAX_EVALUATIONS) {
        throw RequestBudget.overloaded(); // The rows keep changing.
      }
      last = null;
      request.budget().rewind(begun);
      evaluated = EvaluatedAction.all(store, catalog, request);
    }

    /** An attempt with a limit on its steps, if a long one would delay others. */
    private Supplier<WriteResult> attemptInTurn(Transaction tx) {
      if (!store.hasOneCommitter()) {
        return attempt(tx);
      }
      request.budget().beginTurn(COMMIT_STEPS);
      try {
        return attempt(tx);
      } finally {
        request.budget().endTurn();
      }
    }

    /** Returns the result, which is available after the commit. */
    private Supplier<WriteResult> attempt(Transaction tx) {
      if (last != null) {
        last.release();
      }
      request.requirement().accept(tx);
      var now = clock.instant();
      var writer =
          new ItemWriter(
              tx,
              catalog,
              home,
              request,
              collectionLimitBytes,
              now,
              pass,
              store.isShared(),
              prepared,
              evaluated);
      last = writer;
      ClientToken token = request.token();
      if (token != null && tokens.isRepeated(tx, token, now)) {
        var repeated = new WriteResult(writer.unchanged(), true);
        return () -> repeated;
      }
      var changes = writer.change();
      if (token != null) {
        tokens.add(tx, token, now, !store.isShared());
      }
      return () -> new WriteResult(changes.get(), false, writer.unprocessed());
    }
  }
}
