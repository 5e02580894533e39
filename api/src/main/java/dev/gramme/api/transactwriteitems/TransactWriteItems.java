package dev.gramme.api.transactwriteitems;

import static dev.gramme.api.transactwriteitems.TransactWriteItemsShape.CLIENT_REQUEST_TOKEN;
import static dev.gramme.api.transactwriteitems.TransactWriteItemsShape.RETURN_CONSUMED_CAPACITY;
import static dev.gramme.api.transactwriteitems.TransactWriteItemsShape.RETURN_ITEM_COLLECTION_METRICS;

import dev.gramme.api.Caller;
import dev.gramme.api.Operation;
import dev.gramme.api.Output;
import dev.gramme.api.PreparedRequest;
import dev.gramme.api.access.AccessScope;
import dev.gramme.api.item.CapacityByTable;
import dev.gramme.api.item.CapacityOutput;
import dev.gramme.api.item.CollectionMetrics;
import dev.gramme.api.transactwriteitems.TransactWriteItemsRules.Transaction;
import dev.gramme.auth.policy.Access;
import dev.gramme.engine.Engine;
import dev.gramme.engine.write.ClientToken;
import dev.gramme.engine.write.ItemChange;
import dev.gramme.engine.write.WriteAction;
import dev.gramme.engine.write.WriteRequest;
import dev.gramme.engine.write.WriteResult;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Puts, updates, deletes and checks up to 100 items of any tables in one transaction. */
public final class TransactWriteItems implements Operation {
  private final Engine engine;

  public TransactWriteItems(Engine engine) {
    this.engine = engine;
  }

  @Override
  public String name() {
    return "TransactWriteItems";
  }

  @Override
  public StructureShape input() {
    return TransactWriteItemsShape.SHAPE;
  }

  @Override
  public PreparedRequest prepare(Structure input, Caller caller) {
    var transaction = TransactWriteItemsRules.check(input, caller);
    return PreparedRequest.of(
        scope -> accesses(input, transaction, scope), () -> write(input, transaction, caller));
  }

  private List<Access> accesses(Structure input, Transaction transaction, AccessScope scope) {
    var accesses = new ArrayList<Access>(transaction.actions().size());
    for (int i = 0; i < transaction.actions().size(); i++) {
      WriteAction action = transaction.actions().get(i);
      accesses.add(
          scope
              .items(operation(action), transaction.references().get(i))
              .write(action)
              .capacity(input.get(RETURN_CONSUMED_CAPACITY))
              .within(name())
              .build());
    }
    return accesses;
  }

  /** The operation that corresponds to an action outside a transaction. */
  private static String operation(WriteAction action) {
    return switch (action) {
      case WriteAction.Put put -> "PutItem";
      case WriteAction.Delete delete -> "DeleteItem";
      case WriteAction.Change change -> "UpdateItem";
      default -> "ConditionCheckItem";
    };
  }

  private CompletionStage<Output> write(Structure input, Transaction transaction, Caller caller) {
    String token = input.get(CLIENT_REQUEST_TOKEN);
    var request =
        new WriteRequest(
            transaction.actions(),
            WriteRequest.Kind.TRANSACTION,
            ItemChange.Cause.CLIENT,
            token == null
                ? null
                : new ClientToken(
                    ClientToken.Scope.TRANSACT_WRITE_ITEMS, token, transaction.digest().value()),
            caller.budget(),
            false);
    return engine.write(request).thenApply(result -> output(input, transaction, result));
  }

  private static Output output(Structure input, Transaction transaction, WriteResult result) {
    List<String> references = transaction.references();
    return out -> {
      var report = CapacityOutput.of(input.get(RETURN_CONSUMED_CAPACITY));
      report.writeList(
          out,
          result.replayed()
              ? CapacityByTable.ofRepetition(references, result.changes())
              : CapacityByTable.ofTransaction(references, result.changes()));
      if ("SIZE".equals(input.get(RETURN_ITEM_COLLECTION_METRICS)) && !result.replayed()) {
        CollectionMetrics.writeByTable(out, written(transaction, result));
      }
    };
  }

  /** The changes of the transaction; condition checks do not change an item collection. */
  private static List<ItemChange> written(Transaction transaction, WriteResult result) {
    var written = new ArrayList<ItemChange>(result.changes().size());
    for (int i = 0; i < result.changes().size(); i++) {
      if (!(transaction.actions().get(i) instanceof WriteAction.Check)) {
        written.add(result.changes().get(i));
      }
    }
    return written;
  }
}
