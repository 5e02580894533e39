package dev.gramme.api.transactwriteitems;

import static dev.gramme.api.transactwriteitems.TransactWriteItemsShape.CLIENT_REQUEST_TOKEN;
import static dev.gramme.api.transactwriteitems.TransactWriteItemsShape.RETURN_CONSUMED_CAPACITY;
import static dev.gramme.api.transactwriteitems.TransactWriteItemsShape.RETURN_ITEM_COLLECTION_METRICS;

import dev.gramme.api.Caller;
import dev.gramme.api.Operation;
import dev.gramme.api.Output;
import dev.gramme.api.item.CapacityByTable;
import dev.gramme.api.item.CapacityOutput;
import dev.gramme.api.item.CollectionMetrics;
import dev.gramme.engine.Engine;
import dev.gramme.engine.write.ClientToken;
import dev.gramme.engine.write.ItemChange;
import dev.gramme.engine.write.WriteRequest;
import dev.gramme.engine.write.WriteResult;
import dev.gramme.model.Wording;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Puts, updates, deletes and checks up to 100 items of any tables, all or nothing. */
public final class TransactWriteItems implements Operation {
  private final Engine engine;

  public TransactWriteItems(Engine engine) {
    this.engine = engine;
  }

  @Override
  public String name() {
    return "TransactWriteItems";
  }

  /** Few regions had the current messages for this operation by October 2026. */
  @Override
  public Wording wording(Wording spoken) {
    return Wording.CLASSIC;
  }

  @Override
  public StructureShape input() {
    return TransactWriteItemsShape.SHAPE;
  }

  @Override
  public CompletionStage<Output> execute(Structure input, Caller caller) {
    var transaction = TransactWriteItemsRules.check(input, caller);
    String token = input.get(CLIENT_REQUEST_TOKEN);
    var request =
        new WriteRequest(
            transaction.actions(),
            WriteRequest.Kind.TRANSACTION,
            ItemChange.Cause.CLIENT,
            token == null ? null : new ClientToken(token, transaction.digest().value()));
    return engine
        .write(request)
        .thenApply(result -> output(input, transaction.references(), result));
  }

  private static Output output(Structure input, List<String> references, WriteResult result) {
    return out -> {
      var report = CapacityOutput.of(input.get(RETURN_CONSUMED_CAPACITY));
      report.writeList(
          out,
          result.replayed()
              ? CapacityByTable.ofRepetition(references, result.changes())
              : CapacityByTable.ofTransaction(references, result.changes()));
      if ("SIZE".equals(input.get(RETURN_ITEM_COLLECTION_METRICS)) && !result.replayed()) {
        CollectionMetrics.writeByTable(out, result.changes());
      }
    };
  }
}
