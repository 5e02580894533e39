package dev.gramme.api.putitem;

import static dev.gramme.api.putitem.PutItemShape.ITEM;
import static dev.gramme.api.putitem.PutItemShape.WRITE;

import dev.gramme.api.Caller;
import dev.gramme.api.Operation;
import dev.gramme.api.PreparedRequest;
import dev.gramme.api.item.CurrentWording;
import dev.gramme.api.item.ExpressionParameters;
import dev.gramme.api.table.TableReference;
import dev.gramme.engine.Engine;
import dev.gramme.engine.write.ItemRules;
import dev.gramme.engine.write.WriteAction;
import dev.gramme.engine.write.WriteRequest;
import dev.gramme.model.Wording;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.List;

/** Creates or replaces one item. */
public final class PutItem implements Operation {
  private final Engine engine;

  public PutItem(Engine engine) {
    this.engine = engine;
  }

  @Override
  public String name() {
    return "PutItem";
  }

  @Override
  public Wording wording(Wording configured, Structure input) {
    return CurrentWording.unlessDeep(configured, input);
  }

  @Override
  public StructureShape input() {
    return PutItemShape.SHAPE;
  }

  @Override
  public PreparedRequest prepare(Structure input, Caller caller) {
    var put = CurrentWording.wrapped(caller.wording(), () -> action(input, caller));
    return PreparedRequest.of(
        scope -> WRITE.accesses(name(), input, put, scope),
        () ->
            engine
                .write(WriteRequest.single(put, caller.budget(), WRITE.returnsItem(input)))
                .thenApply(
                    result -> WRITE.outputWithItemBefore(input, result.changes().getFirst())));
  }

  /** The action; the rules that do not depend on a table are checked first, in order. */
  private static WriteAction.Put action(Structure input, Caller caller) {
    ExpressionParameters.refuseMixing(
        input,
        List.of(WRITE.expected, WRITE.conditionalOperator),
        List.of(WRITE.conditionExpression));
    WRITE.refuseIdlePlaceholders(input, caller, List.of(WRITE.conditionExpression));
    var item = input.require(ITEM).item(caller.wording());
    WRITE.checkPutOrDeleteReturnValues(input);
    ItemRules.checkPutSize(item);
    var expected = WRITE.expected(input, caller);
    var placeholders = WRITE.placeholders(input, caller);
    var condition = WRITE.condition(input, placeholders, expected);
    placeholders.checkAllUsed();
    String table = TableReference.name(input.require(WRITE.tableName), caller);
    return new WriteAction.Put(table, item, condition, WRITE.returnsItemOnFailure(input));
  }
}
