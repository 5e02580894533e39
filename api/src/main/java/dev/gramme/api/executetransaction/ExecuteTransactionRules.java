package dev.gramme.api.executetransaction;

import dev.gramme.api.Caller;
import dev.gramme.api.executetransaction.ExecuteTransaction.Get;
import dev.gramme.api.item.RequestDigest;
import dev.gramme.api.item.Tables;
import dev.gramme.api.statement.ParsedStatement;
import dev.gramme.api.statement.StatementShapes;
import dev.gramme.engine.Engine;
import dev.gramme.engine.read.ReadPlan;
import dev.gramme.engine.write.KeyRules;
import dev.gramme.engine.write.WriteAction;
import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.CancellationReason;
import dev.gramme.model.ErrorType;
import dev.gramme.model.Item;
import dev.gramme.model.Limits;
import dev.gramme.model.TableDefinition;
import dev.gramme.partiql.BoundStatement;
import dev.gramme.partiql.SelectPlan;
import dev.gramme.partiql.StatementBinder;
import dev.gramme.partiql.StatementParser;
import dev.gramme.partiql.WriteKey;
import dev.gramme.wire.Structure;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The rules of ExecuteTransaction for its statements, in the service's order as far as it is known
 * (October 2026). An instance serves one request.
 */
final class ExecuteTransactionRules {
  private final Engine engine;
  private final Caller caller;
  private final RequestDigest digest = new RequestDigest();
  private final List<Boolean> returnsItem = new ArrayList<>();
  private long payloadBytes;

  ExecuteTransactionRules(Engine engine, Caller caller) {
    this.engine = engine;
    this.caller = caller;
  }

  /** The digest that identifies the request; complete once its statements have been parsed. */
  RequestDigest digest() {
    return digest;
  }

  /** Parses the statements of a request, which must all read or all write. */
  List<BoundStatement> statements(List<Structure> inputs, StatementShapes members) {
    var statements = new ArrayList<BoundStatement>(inputs.size());
    for (Structure input : inputs) {
      // The error about a parameter does not contain the number of its statement (October 2026).
      var parameters = ParsedStatement.parameters(input, members, caller);
      statements.add(
          validated(
              statements.size(),
              () -> {
                String text = input.require(members.statement);
                var bound = StatementBinder.bind(StatementParser.parse(text), parameters);
                add(text, parameters);
                return bound;
              }));
      returnsItem.add(members.returnsItemOnFailure(input));
    }
    long reads = statements.stream().filter(BoundStatement.Read.class::isInstance).count();
    if (reads > 0 && reads < statements.size()) {
      throw ApiError.validation(
          "ExecuteTransaction API does not support both read and write operations in the same"
              + " request.");
    }
    if (payloadBytes > Limits.TRANSACTION_BYTES) {
      // The service's exact text is not known (November 2026).
      throw ApiError.validation("Transaction request payload size cannot exceed 4 MB");
    }
    return statements;
  }

  private void add(String text, List<AttributeValue> parameters) {
    digest.add(text);
    var values = Item.builder();
    for (int i = 0; i < parameters.size(); i++) {
      values.put(Integer.toString(i), parameters.get(i));
    }
    Item given = values.build();
    digest.add(null, given);
    payloadBytes += text.length() + given.sizeBytes();
  }

  /**
   * The items that the statements read.
   *
   * @param denied the errors of denied statements, by their numbers
   */
  List<Get> gets(List<BoundStatement> statements, Map<Integer, ApiError> denied) {
    List<Get> gets =
        each(statements, denied, (statement, number) -> get((BoundStatement.Read) statement));
    var seen = new HashSet<ReadPlan.Items.Key>();
    for (Get get : gets) {
      if (!seen.add(get.key())) {
        throw ApiError.validation(
            "Transaction request cannot include multiple operations on one item");
      }
    }
    return gets;
  }

  private Get get(BoundStatement.Read read) {
    TableDefinition table = Tables.require(engine, read.table(), caller);
    if (read.index() != null) {
      throw ApiError.validation("Reads on indices are not supported within transactions.");
    }
    if (SelectPlan.hasMistypedKey(read, table)) {
      throw cancelling(KeyRules.MISMATCH);
    }
    SelectPlan plan = SelectPlan.of(read, table, null, caller.budget());
    Item key = plan.itemKey();
    // A SELECT with conditions beyond the key does not count as a read of one item (September
    // 2026).
    if (key == null || plan.ranges().getFirst().filter() != null) {
      throw ApiError.validation(
          "Select statements within ExecuteTransaction must specify the primary key in the where"
              + " clause.");
    }
    KeyRules.checkKey(table, key);
    return new Get(read, new ReadPlan.Items.Key(table, key));
  }

  /**
   * The write actions of the statements.
   *
   * @param denied the errors of denied statements, by their numbers
   */
  List<WriteAction> actions(List<BoundStatement> statements, Map<Integer, ApiError> denied) {
    return each(
        statements,
        denied,
        (statement, number) -> action((BoundStatement.Write) statement, number));
  }

  private WriteAction action(BoundStatement.Write write, int number) {
    TableDefinition table = Tables.require(engine, write.table(), caller);
    if (write.returning() != null) {
      throw ApiError.validation("RETURNING clause is not supported in ExecuteTransaction.");
    }
    if (write instanceof BoundStatement.Exists) {
      return WriteKey.action(write, table, returnsItem.get(number));
    }
    try {
      WriteAction action =
          WriteKey.action(write, table, returnsItem.get(number), KeyRules.MISMATCH);
      switch (action) {
        case WriteAction.Put put -> KeyRules.checkItemKey(table, put.item(), false);
        case WriteAction.Delete delete -> KeyRules.checkKey(table, delete.key());
        case WriteAction.Change change -> KeyRules.checkKey(table, change.key());
        default -> throw new IllegalStateException("no statement becomes " + action);
      }
      return action;
    } catch (ApiError fault) {
      throw cancelling(fault.text().orElse(""));
    }
  }

  /** The rules for one statement and its table. */
  private interface Rule<T> {
    T apply(BoundStatement statement, int number);
  }

  /**
   * Applies a rule to all statements. An invalid statement fails the request. Otherwise a statement
   * that is denied, whose table does not exist, or that specifies no valid key cancels the
   * transaction.
   */
  private static <T> List<T> each(
      List<BoundStatement> statements, Map<Integer, ApiError> denied, Rule<T> rule) {
    var results = new ArrayList<T>(statements.size());
    var reasons = new ArrayList<CancellationReason>(statements.size());
    for (int i = 0; i < statements.size(); i++) {
      int number = i;
      ApiError refusal = denied.get(i);
      if (refusal != null) {
        reasons.add(new CancellationReason("AccessDenied", refusal.text().orElse(""), null));
        continue;
      }
      try {
        results.add(validated(i, () -> rule.apply(statements.get(number), number)));
        reasons.add(CancellationReason.NONE);
      } catch (ApiError error) {
        if (error.type() == ErrorType.RESOURCE_NOT_FOUND) {
          reasons.add(new CancellationReason("ResourceNotFound", error.text().orElse(""), null));
        } else if (error.type() == ErrorType.TRANSACTION_CANCELED) {
          reasons.add(error.cancellationReasons().getFirst());
        } else {
          throw error;
        }
      }
    }
    if (results.size() < statements.size()) {
      throw ApiError.transactionCanceled(reasons);
    }
    return results;
  }

  private static ApiError cancelling(String text) {
    return ApiError.transactionCanceled(List.of(CancellationReason.validationError(text)));
  }

  /** Runs the rules of one statement and adds its number to their errors. */
  private static <T> T validated(int number, Supplier<T> rules) {
    try {
      return rules.get();
    } catch (ApiError error) {
      throw error.type() == ErrorType.VALIDATION
          ? error.withText(
              "Validation failed in TransactStatements[" + number + "]: " + error.text().orElse(""))
          : error;
    }
  }
}
