package dev.gramme.api.batchexecutestatement;

import dev.gramme.api.item.ItemShapes;
import dev.gramme.api.statement.StatementShapes;
import dev.gramme.wire.Member;
import dev.gramme.wire.Shape;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.List;

/** The request of BatchExecuteStatement. */
final class BatchExecuteStatementShape {
  private static final int MAX_STATEMENTS = 25;

  static final StatementShapes STATEMENT = new StatementShapes();
  static final Member<Boolean> CONSISTENT_READ = Member.optional("ConsistentRead", Shape.bool());

  /** One statement of the batch. */
  private static final StructureShape STATEMENT_REQUEST =
      StructureShape.of(
          "BatchStatementRequest",
          STATEMENT.statement,
          STATEMENT.parameters,
          CONSISTENT_READ,
          STATEMENT.returnValuesOnFailure);

  static final Member<List<Structure>> STATEMENTS =
      Member.required(
          "Statements", Shape.list((Shape<Structure>) STATEMENT_REQUEST).size(1, MAX_STATEMENTS));
  static final Member<String> RETURN_CONSUMED_CAPACITY =
      Member.optional("ReturnConsumedCapacity", ItemShapes.RETURN_CONSUMED_CAPACITY);

  static final StructureShape SHAPE =
      StructureShape.of("BatchExecuteStatementInput", STATEMENTS, RETURN_CONSUMED_CAPACITY);

  private BatchExecuteStatementShape() {}
}
