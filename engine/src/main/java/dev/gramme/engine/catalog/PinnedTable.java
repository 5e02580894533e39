package dev.gramme.engine.catalog;

import dev.gramme.model.ChangeLog;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.StorageException;
import dev.gramme.storage.Store;
import dev.gramme.storage.Transaction;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;

/**
 * A table that an export or a copy reads over a longer time. Its rows are retained and its log is
 * kept, even if the table is deleted or the log has no other reader.
 *
 * @param number the number under which its rows are stored
 * @param holder identifies the holder; a number that no table or index has
 * @param reader the name under which the holder reads the log
 */
public record PinnedTable(String name, int number, int holder, String reader) {
  /** The definition of the table with the holder as a reader of its log. */
  public TableDefinition read(TableDefinition table) {
    return table.toBuilder().log(ChangeLog.withReader(table.features().log(), reader)).build();
  }

  /**
   * Starts the retention, in the transaction that makes the holder a reader.
   *
   * @param since the sequence number after which changes are needed
   */
  public void hold(Transaction tx, long since) {
    new RowRetention(number, holder, since).put(tx);
  }

  /**
   * Ends the retention, and waits until that is durable.
   *
   * @param also further writes in the same transaction
   */
  public void release(Store store, Catalog catalog, Consumer<Transaction> also) {
    try {
      catalog
          .change(
              name,
              (table, numbers) -> table.number() == number ? unread(table) : table,
              (tx, table) -> release(tx, also))
          .join();
    } catch (CompletionException e) {
      if (!Catalog.isMissing(e)) {
        throw e;
      }
      // The table has been dropped.
      try {
        BlockingTransactions.transact(
            store,
            tx -> {
              release(tx, also);
              return true;
            });
      } catch (StorageException failure) {
        catalog.reviewAfter(failure);
        throw failure;
      }
    }
    if (catalog.find(name).filter(table -> table.number() == number).isEmpty()) {
      catalog.resumeDrop(number);
    }
  }

  private void release(Transaction tx, Consumer<Transaction> also) {
    RowRetention.remove(tx, number, holder);
    also.accept(tx);
  }

  private TableDefinition unread(TableDefinition table) {
    ChangeLog log = table.features().log();
    return log == null ? table : table.toBuilder().log(log.withoutReader(reader)).build();
  }
}
