package dev.gramme.apps.savings.serving;

import dev.gramme.apps.savings.domain.BatchTable;
import dev.gramme.apps.savings.domain.PendingTable;
import dev.gramme.apps.savings.domain.Read;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** Reads both tables concurrently and merges them. Costs 0.5 + 0.5 read capacity units. */
public final class GoalReader {
  private final BatchTable batch;
  private final PendingTable pending;
  private final Executor executor;

  /**
   * @param executor runs one of the two reads; the caller's thread runs the other
   */
  public GoalReader(BatchTable batch, PendingTable pending, Executor executor) {
    this.batch = batch;
    this.pending = pending;
    this.executor = executor;
  }

  /** The customer's goals, if the batch view contains the customer, and the cost of both reads. */
  public Read<Optional<CustomerGoals>> read(String personId) {
    var balances = CompletableFuture.supplyAsync(() -> pending.read(personId), executor);
    var customer = batch.read(personId);
    var over = balances.join();
    return new Read<>(
        customer.value().map(found -> CustomerGoals.merge(found, over.value())),
        customer.capacityUnits() + over.capacityUnits());
  }
}
