package dev.gramme.api.batchwriteitem;

import static dev.gramme.api.batchwriteitem.BatchWriteItemShape.RETURN_CONSUMED_CAPACITY;
import static dev.gramme.api.batchwriteitem.BatchWriteItemShape.RETURN_ITEM_COLLECTION_METRICS;

import dev.gramme.api.Caller;
import dev.gramme.api.Operation;
import dev.gramme.api.Output;
import dev.gramme.api.PreparedRequest;
import dev.gramme.api.access.AccessScope;
import dev.gramme.api.access.ItemAccess;
import dev.gramme.api.batchwriteitem.BatchWriteItemRules.Batch;
import dev.gramme.api.item.CapacityByTable;
import dev.gramme.api.item.CapacityOutput;
import dev.gramme.api.item.CollectionMetrics;
import dev.gramme.auth.policy.Access;
import dev.gramme.engine.Engine;
import dev.gramme.engine.write.ItemChange;
import dev.gramme.engine.write.WriteAction;
import dev.gramme.engine.write.WriteRequest;
import dev.gramme.engine.write.WriteResult;
import dev.gramme.wire.JsonWriter;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Puts and deletes up to 25 items of any tables. The service does not make a batch atomic; here the
 * executed actions commit in one transaction. Actions that are throttled, for which memory is
 * short, or whose item belongs to a running transaction ({@code --transaction-conflicts=report}),
 * are not executed and are returned as UnprocessedItems. If throttling and lack of memory leave no
 * action to execute, the request fails. If transactions hold all items, it succeeds and returns all
 * actions as UnprocessedItems.
 */
public final class BatchWriteItem implements Operation {
  private final Engine engine;

  public BatchWriteItem(Engine engine) {
    this.engine = engine;
  }

  @Override
  public String name() {
    return "BatchWriteItem";
  }

  @Override
  public StructureShape input() {
    return BatchWriteItemShape.SHAPE;
  }

  @Override
  public PreparedRequest prepare(Structure input, Caller caller) {
    var batch = BatchWriteItemRules.check(input, caller);
    return PreparedRequest.of(
        scope -> accesses(input, batch, scope), () -> write(input, batch, caller));
  }

  private List<Access> accesses(Structure input, Batch batch, AccessScope scope) {
    var byTable = new LinkedHashMap<String, ItemAccess>();
    for (int i = 0; i < batch.actions().size(); i++) {
      byTable
          .computeIfAbsent(
              batch.references().get(i),
              table -> scope.items(name(), table).capacity(input.get(RETURN_CONSUMED_CAPACITY)))
          .write(batch.actions().get(i));
    }
    return byTable.values().stream().map(ItemAccess::build).toList();
  }

  private CompletionStage<Output> write(Structure input, Batch batch, Caller caller) {
    var request =
        new WriteRequest(
            batch.actions(),
            WriteRequest.Kind.BATCH,
            ItemChange.Cause.CLIENT,
            null,
            caller.budget(),
            false);
    return engine.write(request).thenApply(result -> output(input, batch, result));
  }

  private static Output output(Structure input, Batch batch, WriteResult result) {
    var executedReferences = new ArrayList<>(batch.references());
    result.unprocessed().reversed().forEach(position -> executedReferences.remove((int) position));
    return out -> {
      out.name("UnprocessedItems").beginObject();
      if (!result.unprocessed().isEmpty()) {
        writeUnprocessed(out, batch, result.unprocessed());
      }
      out.endObject();
      if ("SIZE".equals(input.get(RETURN_ITEM_COLLECTION_METRICS))) {
        CollectionMetrics.writeByTable(out, result.changes());
      }
      var report = CapacityOutput.of(input.get(RETURN_CONSUMED_CAPACITY));
      report.writeList(out, CapacityByTable.ofWrites(executedReferences, result.changes()));
    };
  }

  private static void writeUnprocessed(JsonWriter out, Batch batch, List<Integer> positions) {
    var byTable = new LinkedHashMap<String, List<WriteAction>>();
    for (int position : positions) {
      byTable
          .computeIfAbsent(batch.references().get(position), table -> new ArrayList<>())
          .add(batch.actions().get(position));
    }
    byTable.forEach((table, actions) -> {
      out.name(table).beginArray();
      actions.forEach(action -> writeRequest(out, action));
      out.endArray();
    });
  }

  private static void writeRequest(JsonWriter out, WriteAction action) {
    out.beginObject();
    if (action instanceof WriteAction.Put put) {
      out.name("PutRequest").beginObject().name("Item").item(put.item()).endObject();
    } else if (action instanceof WriteAction.Delete delete) {
      out.name("DeleteRequest").beginObject().name("Key").item(delete.key()).endObject();
    }
    out.endObject();
  }
}
