package dev.gramme.api.transactgetitems;

import static dev.gramme.api.transactgetitems.TransactGetItemsShape.RETURN_CONSUMED_CAPACITY;
import static dev.gramme.api.transactgetitems.TransactGetItemsShape.TRANSACT_ITEMS;

import dev.gramme.api.Caller;
import dev.gramme.api.Operation;
import dev.gramme.api.Output;
import dev.gramme.api.PreparedRequest;
import dev.gramme.api.access.AccessScope;
import dev.gramme.api.item.CapacityOutput;
import dev.gramme.api.item.ExpressionParameters;
import dev.gramme.api.item.ProjectionParameters;
import dev.gramme.api.item.Tables;
import dev.gramme.api.transactgetitems.TransactGetItemsShape.GetShape;
import dev.gramme.auth.policy.Access;
import dev.gramme.engine.Engine;
import dev.gramme.engine.capacity.ConsumedCapacity;
import dev.gramme.engine.read.ReadPlan;
import dev.gramme.engine.write.KeyRules;
import dev.gramme.expression.Projection;
import dev.gramme.model.ApiError;
import dev.gramme.model.CancellationReason;
import dev.gramme.model.Item;
import dev.gramme.model.Limits;
import dev.gramme.wire.JsonWriter;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Reads up to 100 items of any tables from one snapshot. */
public final class TransactGetItems implements Operation {
  private final Engine engine;

  public TransactGetItems(Engine engine) {
    this.engine = engine;
  }

  @Override
  public String name() {
    return "TransactGetItems";
  }

  @Override
  public StructureShape input() {
    return TransactGetItemsShape.SHAPE;
  }

  @Override
  public boolean isLong() {
    return true;
  }

  /** One item to read. */
  private record Get(String reference, Item key, @Nullable Projection projection) {}

  @Override
  public PreparedRequest prepare(Structure input, Caller caller) {
    var gets = new ArrayList<Get>();
    for (Structure item : input.require(TRANSACT_ITEMS)) {
      gets.add(get(item.require(GetShape.GET), caller));
    }
    return PreparedRequest.of(
        scope -> gets.stream().map(get -> access(input, get, scope)).toList(),
        () -> CompletableFuture.completedFuture(read(input, caller, gets)));
  }

  private Access access(Structure input, Get get, AccessScope scope) {
    return scope
        .items("GetItem", get.reference())
        .item(get.key())
        .projection(get.projection())
        .capacity(input.get(RETURN_CONSUMED_CAPACITY))
        .within(name())
        .build();
  }

  private Output read(Structure input, Caller caller, List<Get> gets) {
    var keys = keys(gets, caller);
    var items = engine.read(new ReadPlan.Items(keys, caller.budget()));
    checkSize(items);
    var report = CapacityOutput.of(input.get(RETURN_CONSUMED_CAPACITY));
    return out -> write(out, gets, items, report);
  }

  private static Get get(Structure get, Caller caller) {
    var placeholders =
        ExpressionParameters.placeholders(get.get(GetShape.NAMES), null, caller.wording());
    var projection =
        ProjectionParameters.of(get.get(GetShape.PROJECTION_EXPRESSION), null, placeholders);
    if (projection != null) {
      // Names without an expression are not an error in a transaction.
      placeholders.checkAllUsed();
    }
    Item key = get.require(GetShape.KEY).item(caller.wording());
    KeyRules.checkNotEmpty(key);
    return new Get(get.require(GetShape.TABLE_NAME), key, projection);
  }

  private List<ReadPlan.Items.Key> keys(List<Get> gets, Caller caller) {
    var keys = new ArrayList<ReadPlan.Items.Key>(gets.size());
    for (Get get : gets) {
      keys.add(new ReadPlan.Items.Key(Tables.require(engine, get.reference(), caller), get.key()));
    }
    if (new HashSet<>(keys).size() < keys.size()) {
      throw ApiError.validation(
          "Transaction request cannot include multiple operations on one item");
    }
    for (int i = 0; i < keys.size(); i++) {
      try {
        KeyRules.checkKey(keys.get(i).table(), keys.get(i).key());
      } catch (ApiError error) {
        throw canceled(keys.size(), i, error.text().orElse(""));
      }
    }
    return keys;
  }

  private static ApiError canceled(int size, int faulty, String text) {
    var reasons = new ArrayList<>(Collections.nCopies(size, CancellationReason.NONE));
    reasons.set(faulty, CancellationReason.validationError(text));
    return ApiError.transactionCanceled(reasons);
  }

  private static void checkSize(List<@Nullable Item> items) {
    long bytes = 0;
    for (Item item : items) {
      bytes += item == null ? 0 : item.sizeBytes();
    }
    if (bytes > Limits.TRANSACTION_BYTES) {
      // The service's exact text is not known (November 2026).
      throw ApiError.validation("Transaction response size cannot exceed 4 MB");
    }
  }

  private static void write(
      JsonWriter out, List<Get> gets, List<@Nullable Item> items, CapacityOutput report) {
    var capacities = new LinkedHashMap<String, ConsumedCapacity>();
    out.name("Responses").beginArray();
    for (int i = 0; i < gets.size(); i++) {
      Item item = items.get(i);
      Projection projection = gets.get(i).projection();
      out.beginObject();
      if (item != null) {
        Item projected = projection == null ? item : projection.apply(item);
        if (!projected.isEmpty()) {
          out.name("Item").item(projected);
        }
      }
      out.endObject();
      capacities
          .computeIfAbsent(gets.get(i).reference(), ConsumedCapacity::ofTransaction)
          .addTableRead(item == null ? 0 : item.sizeBytes(), true);
    }
    out.endArray();
    report.writeList(out, capacities.values());
  }
}
