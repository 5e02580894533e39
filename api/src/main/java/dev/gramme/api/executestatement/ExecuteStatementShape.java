package dev.gramme.api.executestatement;

import dev.gramme.api.item.ItemShapes;
import dev.gramme.api.statement.StatementShapes;
import dev.gramme.wire.Member;
import dev.gramme.wire.Shape;
import dev.gramme.wire.StructureShape;

/** The request of ExecuteStatement. */
final class ExecuteStatementShape {
  private static final int LONGEST_TOKEN = 32_768;

  static final StatementShapes STATEMENT = new StatementShapes();
  static final Member<Boolean> CONSISTENT_READ = Member.optional("ConsistentRead", Shape.bool());
  static final Member<String> NEXT_TOKEN =
      Member.optional("NextToken", Shape.string().length(1, LONGEST_TOKEN));
  static final Member<String> RETURN_CONSUMED_CAPACITY =
      Member.optional("ReturnConsumedCapacity", ItemShapes.RETURN_CONSUMED_CAPACITY);
  static final Member<Integer> LIMIT = Member.optional("Limit", Shape.integer().atLeast(1));

  static final StructureShape SHAPE =
      StructureShape.of(
          "ExecuteStatementInput",
          STATEMENT.statement,
          STATEMENT.parameters,
          CONSISTENT_READ,
          NEXT_TOKEN,
          RETURN_CONSUMED_CAPACITY,
          LIMIT,
          STATEMENT.returnValuesOnFailure);

  private ExecuteStatementShape() {}
}
