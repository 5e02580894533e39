package dev.gramme.api.updateitem;

import static dev.gramme.api.updateitem.UpdateItemShape.ATTRIBUTE_UPDATES;
import static dev.gramme.api.updateitem.UpdateItemShape.KEY;
import static dev.gramme.api.updateitem.UpdateItemShape.UPDATE_EXPRESSION;
import static dev.gramme.api.updateitem.UpdateItemShape.WRITE;

import dev.gramme.api.Caller;
import dev.gramme.api.Operation;
import dev.gramme.api.Output;
import dev.gramme.api.PreparedRequest;
import dev.gramme.api.item.CurrentWording;
import dev.gramme.api.item.ExpressionParameters;
import dev.gramme.api.table.TableReference;
import dev.gramme.engine.Engine;
import dev.gramme.engine.write.ItemChange;
import dev.gramme.engine.write.WriteAction;
import dev.gramme.engine.write.WriteRequest;
import dev.gramme.expression.Update;
import dev.gramme.expression.UpdateCharge;
import dev.gramme.model.Item;
import dev.gramme.model.Wording;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Changes one item by its key, or creates it. */
public final class UpdateItem implements Operation {
  private final Engine engine;

  public UpdateItem(Engine engine) {
    this.engine = engine;
  }

  @Override
  public String name() {
    return "UpdateItem";
  }

  @Override
  public Wording wording(Wording configured, Structure input) {
    return CurrentWording.unlessDeep(configured, input);
  }

  @Override
  public StructureShape input() {
    return UpdateItemShape.SHAPE;
  }

  @Override
  public PreparedRequest prepare(Structure input, Caller caller) {
    var change = CurrentWording.wrapped(caller.wording(), () -> action(input, caller));
    return PreparedRequest.of(
        scope -> WRITE.accesses(name(), input, change, scope),
        () ->
            engine
                .write(WriteRequest.single(change, caller.budget(), WRITE.returnsItem(input)))
                .thenApply(result -> output(input, change.update(), result.changes().getFirst())));
  }

  /** The action; the rules that do not depend on a table are checked first, in order. */
  private static WriteAction.Change action(Structure input, Caller caller) {
    ExpressionParameters.refuseMixing(
        input,
        List.of(ATTRIBUTE_UPDATES, WRITE.expected, WRITE.conditionalOperator),
        List.of(UPDATE_EXPRESSION, WRITE.conditionExpression));
    WRITE.refuseIdlePlaceholders(
        input, caller, List.of(UPDATE_EXPRESSION, WRITE.conditionExpression));
    var key = input.require(KEY).item(caller.wording());
    var legacyUpdate = AttributeUpdates.of(input.get(ATTRIBUTE_UPDATES), caller);
    var expected = WRITE.expected(input, caller);
    var placeholders = WRITE.placeholders(input, caller);
    String expression = input.get(UPDATE_EXPRESSION);
    var update = expression == null ? legacyUpdate : Update.parse(expression, placeholders);
    var condition = WRITE.condition(input, placeholders, expected);
    placeholders.checkAllUsed();
    if (expression != null && caller.wording() == Wording.CURRENT) {
      // The two regions with the classic wording limit only the size of the updated item.
      UpdateCharge.check(update);
    }
    String table = TableReference.name(input.require(WRITE.tableName), caller);
    return new WriteAction.Change(table, key, update, condition, WRITE.returnsItemOnFailure(input));
  }

  private static Output output(Structure input, Update update, ItemChange change) {
    return WRITE.output(
        input,
        change,
        out -> {
          Item attributes =
              attributes(input.getOrDefault(WRITE.returnValues, "NONE"), update, change);
          if (attributes != null && !attributes.isEmpty()) {
            out.name("Attributes").item(attributes);
          }
        });
  }

  private static @Nullable Item attributes(String returnValues, Update update, ItemChange change) {
    return switch (returnValues) {
      case "ALL_OLD" -> change.before();
      case "ALL_NEW" -> change.after();
      case "UPDATED_OLD" -> update.updatedOld(change.before());
      case "UPDATED_NEW" -> change.after() == null ? null : update.updatedNew(change.after());
      default -> null;
    };
  }
}
