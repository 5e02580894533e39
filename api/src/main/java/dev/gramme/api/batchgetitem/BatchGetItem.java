package dev.gramme.api.batchgetitem;

import static dev.gramme.api.batchgetitem.BatchGetItemShape.RETURN_CONSUMED_CAPACITY;

import dev.gramme.api.Caller;
import dev.gramme.api.Operation;
import dev.gramme.api.Output;
import dev.gramme.api.PreparedRequest;
import dev.gramme.api.access.AccessScope;
import dev.gramme.api.batchgetitem.BatchGetItemShape.KeysShape;
import dev.gramme.api.item.CapacityOutput;
import dev.gramme.api.item.Tables;
import dev.gramme.auth.policy.Access;
import dev.gramme.engine.Engine;
import dev.gramme.engine.capacity.ConsumedCapacity;
import dev.gramme.engine.read.ReadPlan;
import dev.gramme.engine.write.KeyRules;
import dev.gramme.expression.Projection;
import dev.gramme.model.ApiError;
import dev.gramme.model.Item;
import dev.gramme.model.Limits;
import dev.gramme.model.Wording;
import dev.gramme.model.budget.AnswerSize;
import dev.gramme.model.budget.RequestBudget;
import dev.gramme.wire.JsonWriter;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Reads up to 100 items of any tables, each read individually. */
public final class BatchGetItem implements Operation {
  private final Engine engine;

  public BatchGetItem(Engine engine) {
    this.engine = engine;
  }

  @Override
  public String name() {
    return "BatchGetItem";
  }

  @Override
  public Wording wording(Wording configured, Structure input) {
    return configured;
  }

  @Override
  public StructureShape input() {
    return BatchGetItemShape.SHAPE;
  }

  @Override
  public boolean isLong() {
    return true;
  }

  /** The part of a request that concerns one table. */
  record TableRequest(
      String reference, Structure input, List<Item> keys, @Nullable Projection projection) {}

  /**
   * The items that were found in one table.
   *
   * @param unprocessed the keys that were not read because of the answer's size limit or a lack of
   *     throughput
   * @param throttled the error of the first throttled read, null if there was none
   */
  private record TableResponse(
      TableRequest request,
      List<Item> items,
      List<Item> unprocessed,
      @Nullable ApiError throttled,
      ConsumedCapacity capacity) {
    boolean isUnprocessed() {
      return unprocessed.size() == request.keys().size();
    }
  }

  @Override
  public PreparedRequest prepare(Structure input, Caller caller) {
    var requests = BatchGetItemRules.check(input, caller.wording());
    return PreparedRequest.of(
        scope -> requests.stream().map(request -> access(input, request, scope)).toList(),
        () -> CompletableFuture.completedFuture(read(input, caller, requests)));
  }

  private Access access(Structure input, TableRequest request, AccessScope scope) {
    var access =
        scope
            .items(name(), request.reference())
            .projection(request.projection())
            .capacity(input.get(RETURN_CONSUMED_CAPACITY));
    request.keys().forEach(access::item);
    return access.build();
  }

  private Output read(Structure input, Caller caller, List<TableRequest> requests) {
    var keysByTable = new ArrayList<List<ReadPlan.Items.Key>>(requests.size());
    for (TableRequest request : requests) {
      boolean consistent = request.input().getOrDefault(KeysShape.CONSISTENT_READ, false);
      var table = Tables.require(engine, request.reference(), caller, consistent);
      request.keys().forEach(key -> KeyRules.checkKey(table, key));
      keysByTable.add(
          request.keys().stream()
              .map(key -> new ReadPlan.Items.Key(table, key, consistent))
              .toList());
    }
    var responses = new ArrayList<TableResponse>(requests.size());
    var total = new Total();
    for (int i = 0; i < requests.size(); i++) {
      responses.add(read(requests.get(i), keysByTable.get(i), total, caller.budget()));
    }
    refuseIfNothingWasRead(responses);
    var report = CapacityOutput.of(input.get(RETURN_CONSUMED_CAPACITY));
    return out -> write(out, responses, report);
  }

  private static void refuseIfNothingWasRead(List<TableResponse> responses) {
    if (responses.stream().allMatch(TableResponse::isUnprocessed)) {
      for (TableResponse response : responses) {
        if (response.throttled() != null) {
          throw response.throttled();
        }
      }
    }
  }

  /** The size of the answer so far, over all tables. */
  private static final class Total {
    /** As the service computes item sizes. */
    long itemBytes;

    /** As JSON. */
    long answerBytes;

    boolean isFull() {
      return itemBytes >= Limits.BATCH_BYTES || answerBytes >= AnswerSize.MAX_BYTES;
    }

    /**
     * Adds an item. Returns false if the answer has no room for it; then it takes no further item.
     */
    boolean add(Item item, RequestBudget budget) {
      long asJson = AnswerSize.of(item);
      if (itemBytes + item.sizeBytes() > Limits.BATCH_BYTES
          || answerBytes + asJson > AnswerSize.MAX_BYTES) {
        itemBytes = Limits.BATCH_BYTES;
        return false;
      }
      budget.expectAnswer(asJson);
      itemBytes += item.sizeBytes();
      answerBytes += asJson;
      return true;
    }
  }

  private TableResponse read(
      TableRequest request, List<ReadPlan.Items.Key> keys, Total total, RequestBudget budget) {
    var items = new ArrayList<Item>(keys.size());
    var unprocessed = new ArrayList<Item>(0);
    var capacity = ConsumedCapacity.of(request.reference());
    boolean consistent = request.input().getOrDefault(KeysShape.CONSISTENT_READ, false);
    ApiError throttled = null;
    for (ReadPlan.Items.Key key : keys) {
      if (total.isFull()) {
        unprocessed.add(key.key());
        continue;
      }
      Item item;
      try {
        item = engine.read(key, budget);
        if (item != null && !total.add(item, budget)) {
          unprocessed.add(key.key());
          continue;
        }
      } catch (ApiError refused) {
        throttled = throttled == null ? refused : throttled;
        unprocessed.add(key.key());
        continue;
      }
      capacity.addTableRead(item == null ? 0 : item.sizeBytes(), consistent);
      if (item != null) {
        items.add(item);
      }
    }
    return new TableResponse(request, items, unprocessed, throttled, capacity);
  }

  private static void write(JsonWriter out, List<TableResponse> responses, CapacityOutput report) {
    out.name("Responses").beginObject();
    for (TableResponse response : responses) {
      out.name(response.request().reference()).beginArray();
      Projection projection = response.request().projection();
      for (Item item : response.items()) {
        out.item(projection == null ? item : projection.apply(item));
      }
      out.endArray();
    }
    out.endObject();
    out.name("UnprocessedKeys").beginObject();
    for (TableResponse response : responses) {
      if (!response.unprocessed().isEmpty()) {
        writeUnprocessed(out, response);
      }
    }
    out.endObject();
    report.writeList(out, responses.stream().map(TableResponse::capacity).toList());
  }

  private static void writeUnprocessed(JsonWriter out, TableResponse response) {
    Structure input = response.request().input();
    out.name(response.request().reference()).beginObject();
    out.name("Keys").beginArray();
    response.unprocessed().forEach(out::item);
    out.endArray();
    Boolean consistent = input.get(KeysShape.CONSISTENT_READ);
    if (consistent != null) {
      out.name("ConsistentRead").bool(consistent);
    }
    String projection = input.get(KeysShape.PROJECTION_EXPRESSION);
    if (projection != null) {
      out.name("ProjectionExpression").string(projection);
    }
    var names = input.get(KeysShape.NAMES);
    if (names != null) {
      out.name("ExpressionAttributeNames").beginObject();
      names.forEach((placeholder, name) -> out.name(placeholder).string(name));
      out.endObject();
    }
    var attributes = input.get(KeysShape.ATTRIBUTES_TO_GET);
    if (attributes != null) {
      out.name("AttributesToGet").beginArray();
      attributes.forEach(out::string);
      out.endArray();
    }
    out.endObject();
  }
}
