package dev.gramme.api.deleteitem;

import static dev.gramme.api.deleteitem.DeleteItemShape.KEY;
import static dev.gramme.api.deleteitem.DeleteItemShape.WRITE;

import dev.gramme.api.Caller;
import dev.gramme.api.Operation;
import dev.gramme.api.PreparedRequest;
import dev.gramme.api.item.CurrentWording;
import dev.gramme.api.item.ExpressionParameters;
import dev.gramme.api.table.TableReference;
import dev.gramme.engine.Engine;
import dev.gramme.engine.write.WriteAction;
import dev.gramme.engine.write.WriteRequest;
import dev.gramme.model.Wording;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.List;

/** Removes one item by its key. */
public final class DeleteItem implements Operation {
  private final Engine engine;

  public DeleteItem(Engine engine) {
    this.engine = engine;
  }

  @Override
  public String name() {
    return "DeleteItem";
  }

  @Override
  public Wording wording(Wording configured, Structure input) {
    return CurrentWording.unlessDeep(configured, input);
  }

  @Override
  public StructureShape input() {
    return DeleteItemShape.SHAPE;
  }

  @Override
  public PreparedRequest prepare(Structure input, Caller caller) {
    var delete = CurrentWording.wrapped(caller.wording(), () -> action(input, caller));
    return PreparedRequest.of(
        scope -> WRITE.accesses(name(), input, delete, scope),
        () ->
            engine
                .write(WriteRequest.single(delete, caller.budget(), WRITE.returnsItem(input)))
                .thenApply(
                    result -> WRITE.outputWithItemBefore(input, result.changes().getFirst())));
  }

  /** The action; the rules that do not depend on a table are checked first, in order. */
  private static WriteAction.Delete action(Structure input, Caller caller) {
    ExpressionParameters.refuseMixing(
        input,
        List.of(WRITE.expected, WRITE.conditionalOperator),
        List.of(WRITE.conditionExpression));
    WRITE.refuseIdlePlaceholders(input, caller, List.of(WRITE.conditionExpression));
    var key = input.require(KEY).item(caller.wording());
    WRITE.checkPutOrDeleteReturnValues(input);
    var expected = WRITE.expected(input, caller);
    var placeholders = WRITE.placeholders(input, caller);
    var condition = WRITE.condition(input, placeholders, expected);
    placeholders.checkAllUsed();
    String table = TableReference.name(input.require(WRITE.tableName), caller);
    return new WriteAction.Delete(table, key, condition, WRITE.returnsItemOnFailure(input));
  }
}
