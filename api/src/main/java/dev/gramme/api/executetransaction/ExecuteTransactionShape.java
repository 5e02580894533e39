package dev.gramme.api.executetransaction;

import dev.gramme.api.item.ItemShapes;
import dev.gramme.api.statement.StatementShapes;
import dev.gramme.model.Limits;
import dev.gramme.wire.Member;
import dev.gramme.wire.Shape;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.List;

/** The request of ExecuteTransaction. */
final class ExecuteTransactionShape {
  private static final int LONGEST_TOKEN = 36;

  static final StatementShapes STATEMENT = new StatementShapes();

  /** One statement of the transaction. */
  private static final StructureShape PARAMETERIZED_STATEMENT =
      StructureShape.of(
          "ParameterizedStatement",
          STATEMENT.statement,
          STATEMENT.parameters,
          STATEMENT.returnValuesOnFailure);

  static final Member<List<Structure>> TRANSACT_STATEMENTS =
      Member.required(
          "TransactStatements",
          Shape.list((Shape<Structure>) PARAMETERIZED_STATEMENT)
              .size(1, Limits.TRANSACTION_ACTIONS));
  static final Member<String> CLIENT_REQUEST_TOKEN =
      Member.optional("ClientRequestToken", Shape.string().length(1, LONGEST_TOKEN));
  static final Member<String> RETURN_CONSUMED_CAPACITY =
      Member.optional("ReturnConsumedCapacity", ItemShapes.RETURN_CONSUMED_CAPACITY);

  static final StructureShape SHAPE =
      StructureShape.of(
          "ExecuteTransactionInput",
          TRANSACT_STATEMENTS,
          CLIENT_REQUEST_TOKEN,
          RETURN_CONSUMED_CAPACITY);

  private ExecuteTransactionShape() {}
}
