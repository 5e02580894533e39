package dev.gramme.engine.write;

import dev.gramme.engine.catalog.Catalog;
import dev.gramme.storage.Store;
import dev.gramme.storage.Transaction;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;

/** Runs write requests as storage transactions. */
public final class Writer {
  private final Store store;
  private final Catalog catalog;
  private final InstantSource clock;
  private final long collectionLimitBytes;

  /**
   * @param collectionLimitBytes the most bytes of an item collection in tables with local indexes
   */
  public Writer(Store store, Catalog catalog, InstantSource clock, long collectionLimitBytes) {
    this.store = store;
    this.catalog = catalog;
    this.clock = clock;
    this.collectionLimitBytes = collectionLimitBytes;
  }

  /** Carries out the request, all of it or nothing; fails with the service's error. */
  public CompletableFuture<WriteResult> write(WriteRequest request) {
    return store
        .<WriteResult>transact(tx -> attempt(tx, request))
        .thenApply(result -> {
          if (!result.replayed()) {
            for (ItemChange change : result.changes()) {
              catalog
                  .statistics()
                  .record(change.table(), change.before(), change.after(), change.indexes());
            }
          }
          return result;
        });
  }

  private WriteResult attempt(Transaction tx, WriteRequest request) {
    var writer = new ItemWriter(tx, catalog, request, collectionLimitBytes);
    ClientToken token = request.token();
    if (token == null) {
      return new WriteResult(writer.change(), false);
    }
    var now = clock.instant();
    if (RequestTokens.isRepeated(tx, token, now)) {
      return new WriteResult(writer.unchanged(), true);
    }
    var changes = writer.change();
    RequestTokens.enter(tx, token, now);
    return new WriteResult(changes, false);
  }
}
