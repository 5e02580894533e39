package dev.gramme.api.item;

import dev.gramme.api.Caller;
import dev.gramme.api.Output;
import dev.gramme.api.access.AccessScope;
import dev.gramme.auth.policy.Access;
import dev.gramme.engine.capacity.ConsumedCapacity;
import dev.gramme.engine.write.ItemChange;
import dev.gramme.engine.write.WriteAction;
import dev.gramme.expression.Condition;
import dev.gramme.expression.ExpressionKind;
import dev.gramme.expression.Placeholders;
import dev.gramme.model.ApiError;
import dev.gramme.wire.JsonWriter;
import dev.gramme.wire.Member;
import dev.gramme.wire.Shape;
import dev.gramme.wire.StringShape;
import dev.gramme.wire.Structure;
import dev.gramme.wire.WireItem;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The members that the requests of PutItem, DeleteItem and UpdateItem share, with their rules. Each
 * of the three shapes has its own instance, and lists the members in its own order.
 */
public final class WriteMembers {
  public final Member<String> returnConsumedCapacity =
      Member.optional("ReturnConsumedCapacity", ItemShapes.RETURN_CONSUMED_CAPACITY);
  public final Member<String> tableName =
      Member.required("TableName", ItemShapes.TABLE_NAME_OF_WRITE);
  public final Member<String> conditionalOperator =
      Member.optional("ConditionalOperator", ItemShapes.CONDITIONAL_OPERATOR);
  public final Member<Map<String, Structure>> expected =
      Member.optional("Expected", ItemShapes.expected());
  public final Member<String> returnValues;
  public final Member<String> returnItemCollectionMetrics =
      Member.optional("ReturnItemCollectionMetrics", ItemShapes.RETURN_ITEM_COLLECTION_METRICS);
  public final Member<String> returnValuesOnFailure =
      Member.optional("ReturnValuesOnConditionCheckFailure", ItemShapes.RETURN_VALUES_ON_FAILURE);
  public final Member<String> conditionExpression =
      Member.optional("ConditionExpression", Shape.string());
  public final Member<Map<String, String>> names =
      Member.optional("ExpressionAttributeNames", ItemShapes.NAMES);
  public final Member<WireItem> values =
      Member.optional("ExpressionAttributeValues", Shape.values());

  /** Creates the members, with the operation's shape of ReturnValues. */
  public WriteMembers(StringShape returnValues) {
    this.returnValues = Member.optional("ReturnValues", returnValues);
  }

  /** Refuses values of ReturnValues that only UpdateItem supports. */
  public void checkPutOrDeleteReturnValues(Structure input) {
    String wanted = input.getOrDefault(returnValues, "NONE");
    if (!wanted.equals("ALL_OLD") && !wanted.equals("NONE")) {
      throw ApiError.validation("ReturnValues can only be ALL_OLD or NONE");
    }
  }

  /** The condition of {@code Expected}, null if there is none. */
  public @Nullable Condition expected(Structure input, Caller caller) {
    return LegacyParameters.expected(
        input.get(expected), input.get(conditionalOperator), caller.wording());
  }

  /** The placeholders of names and values. */
  public Placeholders placeholders(Structure input, Caller caller) {
    return ExpressionParameters.placeholders(input.get(names), input.get(values), caller.wording());
  }

  /**
   * The condition of {@code ConditionExpression}, or of {@code Expected} if there is no expression.
   */
  public @Nullable Condition condition(
      Structure input, Placeholders placeholders, @Nullable Condition otherwise) {
    String expression = input.get(conditionExpression);
    return expression == null
        ? otherwise
        : Condition.parse(ExpressionKind.CONDITION, expression, placeholders);
  }

  /** Refuses names and values that no expression of the request can use. */
  public void refuseIdlePlaceholders(Structure input, Caller caller, List<Member<?>> expressions) {
    ExpressionParameters.refuseIdleNames(input, names, expressions);
    ExpressionParameters.refuseIdleValues(input, values, expressions, caller.wording());
  }

  /** The accesses of the request. */
  public List<Access> accesses(
      String operation, Structure input, WriteAction action, AccessScope scope) {
    return List.of(
        scope
            .items(operation, input.require(tableName))
            .write(action)
            .returnValues(input.getOrDefault(returnValues, "NONE"))
            .capacity(input.get(returnConsumedCapacity))
            .build());
  }

  /** Whether the error of a failed condition contains the item. */
  public boolean returnsItemOnFailure(Structure input) {
    return "ALL_OLD".equals(input.get(returnValuesOnFailure));
  }

  /** Whether the answer contains the item before or after the write. */
  public boolean returnsItem(Structure input) {
    return !input.getOrDefault(returnValues, "NONE").equals("NONE");
  }

  /** The answer: the requested attributes, then capacity and metrics. */
  public Output output(Structure input, ItemChange change, Consumer<JsonWriter> attributes) {
    return out -> {
      attributes.accept(out);
      var report = CapacityOutput.of(input.get(returnConsumedCapacity));
      if (report != CapacityOutput.NONE) {
        var capacity = ConsumedCapacity.of(input.require(tableName));
        capacity.add(change);
        report.write(out, capacity);
      }
      if ("SIZE".equals(input.get(returnItemCollectionMetrics))) {
        CollectionMetrics.write(out, change);
      }
    };
  }

  /** The answer of a put or delete: the item before the write, if it was requested. */
  public Output outputWithItemBefore(Structure input, ItemChange change) {
    return output(
        input,
        change,
        out -> {
          if ("ALL_OLD".equals(input.get(returnValues)) && change.before() != null) {
            out.name("Attributes").item(change.before());
          }
        });
  }
}
