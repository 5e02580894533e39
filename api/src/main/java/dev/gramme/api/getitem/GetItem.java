package dev.gramme.api.getitem;

import dev.gramme.api.Caller;
import dev.gramme.api.Operation;
import dev.gramme.api.Output;
import dev.gramme.api.PreparedRequest;
import dev.gramme.api.item.CapacityOutput;
import dev.gramme.api.item.ExpressionParameters;
import dev.gramme.api.item.ProjectionParameters;
import dev.gramme.api.item.Tables;
import dev.gramme.engine.Engine;
import dev.gramme.engine.capacity.ConsumedCapacity;
import dev.gramme.engine.read.ReadPlan;
import dev.gramme.engine.write.KeyRules;
import dev.gramme.expression.Placeholders;
import dev.gramme.expression.Projection;
import dev.gramme.model.Item;
import dev.gramme.model.Wording;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Reads one item by its key. */
public final class GetItem implements Operation {
  private final Engine engine;

  public GetItem(Engine engine) {
    this.engine = engine;
  }

  @Override
  public String name() {
    return "GetItem";
  }

  @Override
  public Wording wording(Wording configured, Structure input) {
    return configured;
  }

  @Override
  public StructureShape input() {
    return GetItemShape.SHAPE;
  }

  @Override
  public PreparedRequest prepare(Structure input, Caller caller) {
    Wanted wanted = wanted(input, caller);
    return PreparedRequest.of(
        scope ->
            List.of(
                scope
                    .items(name(), input.require(GetItemShape.TABLE_NAME))
                    .item(wanted.key())
                    .projection(wanted.projection())
                    .capacity(input.get(GetItemShape.RETURN_CONSUMED_CAPACITY))
                    .build()),
        () -> CompletableFuture.completedFuture(read(input, caller, wanted)));
  }

  /** The parts of a request that has passed the rules that do not depend on a table. */
  private record Wanted(Item key, @Nullable Projection projection) {}

  private static Wanted wanted(Structure input, Caller caller) {
    ExpressionParameters.refuseMixing(
        input,
        List.of(GetItemShape.ATTRIBUTES_TO_GET),
        List.of(GetItemShape.PROJECTION_EXPRESSION));
    ExpressionParameters.refuseIdleNames(
        input, GetItemShape.NAMES, List.of(GetItemShape.PROJECTION_EXPRESSION));
    Item key = input.require(GetItemShape.KEY).item(caller.wording());
    List<String> attributes = input.get(GetItemShape.ATTRIBUTES_TO_GET);
    ProjectionParameters.checkAttributes(attributes);
    Placeholders placeholders =
        ExpressionParameters.placeholders(input.get(GetItemShape.NAMES), null, caller.wording());
    Projection projection =
        ProjectionParameters.of(
            input.get(GetItemShape.PROJECTION_EXPRESSION), attributes, placeholders);
    placeholders.checkAllUsed();
    return new Wanted(key, projection);
  }

  private Output read(Structure input, Caller caller, Wanted wanted) {
    Item key = wanted.key();
    String reference = input.require(GetItemShape.TABLE_NAME);
    boolean consistent = input.getOrDefault(GetItemShape.CONSISTENT_READ, false);
    Item item =
        Tables.readWith(
                engine,
                reference,
                caller,
                consistent,
                reading -> {
                  KeyRules.checkKey(reading.table(), key);
                  var plan = new ReadPlan.Items.Key(reading.table(), key, consistent);
                  return Optional.ofNullable(engine.read(plan, reading, caller.budget()));
                })
            .orElse(null);
    var capacity = ConsumedCapacity.of(reference);
    capacity.addTableRead(item == null ? 0 : item.sizeBytes(), consistent);
    var report = CapacityOutput.of(input.get(GetItemShape.RETURN_CONSUMED_CAPACITY));
    return output(item, wanted.projection(), report, capacity);
  }

  private static Output output(
      @Nullable Item item,
      @Nullable Projection projection,
      CapacityOutput report,
      ConsumedCapacity capacity) {
    return out -> {
      if (item != null) {
        out.name("Item").item(projection == null ? item : projection.apply(item));
      }
      report.write(out, capacity);
    };
  }
}
