package dev.gramme.api.executetransaction;

import static dev.gramme.api.executetransaction.ExecuteTransactionShape.CLIENT_REQUEST_TOKEN;
import static dev.gramme.api.executetransaction.ExecuteTransactionShape.RETURN_CONSUMED_CAPACITY;
import static dev.gramme.api.executetransaction.ExecuteTransactionShape.STATEMENT;
import static dev.gramme.api.executetransaction.ExecuteTransactionShape.TRANSACT_STATEMENTS;

import dev.gramme.api.Caller;
import dev.gramme.api.Operation;
import dev.gramme.api.Output;
import dev.gramme.api.PreparedRequest;
import dev.gramme.api.access.AccessScope;
import dev.gramme.api.access.StatementAccess;
import dev.gramme.api.item.CapacityByTable;
import dev.gramme.api.item.CapacityOutput;
import dev.gramme.api.statement.StatementWrites;
import dev.gramme.auth.policy.Access;
import dev.gramme.engine.Engine;
import dev.gramme.engine.capacity.ConsumedCapacity;
import dev.gramme.engine.read.ReadPlan;
import dev.gramme.engine.write.ClientToken;
import dev.gramme.engine.write.ItemChange;
import dev.gramme.engine.write.WriteAction;
import dev.gramme.engine.write.WriteRequest;
import dev.gramme.model.ApiError;
import dev.gramme.model.CancellationReason;
import dev.gramme.model.ErrorType;
import dev.gramme.model.Item;
import dev.gramme.model.Limits;
import dev.gramme.model.Wording;
import dev.gramme.model.budget.RequestBudget;
import dev.gramme.partiql.BoundStatement;
import dev.gramme.partiql.Selection;
import dev.gramme.wire.JsonWriter;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Executes up to 100 PartiQL statements, which all read or all write, in one transaction. */
public final class ExecuteTransaction implements Operation {
  private final Engine engine;

  public ExecuteTransaction(Engine engine) {
    this.engine = engine;
  }

  @Override
  public String name() {
    return "ExecuteTransaction";
  }

  @Override
  public Wording wording(Wording configured, Structure input) {
    return configured;
  }

  @Override
  public StructureShape input() {
    return ExecuteTransactionShape.SHAPE;
  }

  @Override
  public boolean isLong() {
    return true;
  }

  @Override
  public PreparedRequest prepare(Structure input, Caller caller) {
    var rules = new ExecuteTransactionRules(engine, caller);
    var statements = rules.statements(input.require(TRANSACT_STATEMENTS), STATEMENT);
    return new Transaction(input, caller.budget(), rules, statements);
  }

  private final class Transaction implements PreparedRequest {
    private final Structure input;
    private final RequestBudget budget;
    private final ExecuteTransactionRules rules;
    private final List<BoundStatement> statements;

    Transaction(
        Structure input,
        RequestBudget budget,
        ExecuteTransactionRules rules,
        List<BoundStatement> statements) {
      this.input = input;
      this.budget = budget;
      this.rules = rules;
      this.statements = statements;
    }

    /**
     * A statement that is invalid for its table must be allowed nevertheless. It fails when the
     * transaction runs, which reports it with its number or among the cancellation reasons.
     */
    @Override
    public List<Access> accesses(AccessScope scope) {
      List<Structure> inputs = input.require(TRANSACT_STATEMENTS);
      var of = new StatementAccess(scope.ofParts(), input.get(RETURN_CONSUMED_CAPACITY), name());
      var accesses = new ArrayList<Access>(statements.size());
      for (int i = 0; i < statements.size(); i++) {
        boolean returnsItem = STATEMENT.returnsItemOnFailure(inputs.get(i));
        accesses.add(of.of(statements.get(i), true, returnsItem).ofPart(i));
      }
      return accesses;
    }

    @Override
    public CompletionStage<Output> execute() {
      return execute(Map.of());
    }

    @Override
    public CompletionStage<Output> execute(Map<Integer, ApiError> denied) {
      var report = CapacityOutput.of(input.get(RETURN_CONSUMED_CAPACITY));
      if (statements.getFirst() instanceof BoundStatement.Read) {
        var gets = rules.gets(statements, denied);
        return CompletableFuture.completedFuture(read(gets, report, budget));
      }
      var actions = rules.actions(statements, denied);
      return write(actions, statements, rules, input, report, budget);
    }
  }

  /** A SELECT of one item. */
  record Get(BoundStatement.Read statement, ReadPlan.Items.Key key) {}

  private Output read(List<Get> gets, CapacityOutput report, RequestBudget budget) {
    var items = engine.read(new ReadPlan.Items(gets.stream().map(Get::key).toList(), budget));
    long bytes = 0;
    for (Item item : items) {
      bytes += item == null ? 0 : item.sizeBytes();
    }
    if (bytes > Limits.TRANSACTION_BYTES) {
      // The service's exact text is not known (November 2026).
      throw ApiError.validation("Transaction response size cannot exceed 4 MB");
    }
    return out -> write(out, gets, items, report);
  }

  private static void write(
      JsonWriter out, List<Get> gets, List<@Nullable Item> items, CapacityOutput report) {
    var capacities = new LinkedHashMap<String, ConsumedCapacity>();
    out.name("Responses").beginArray();
    for (int i = 0; i < gets.size(); i++) {
      Item item = items.get(i);
      BoundStatement.Read statement = gets.get(i).statement();
      Selection selection = statement.selection();
      out.beginObject();
      if (item != null) {
        out.name("Item").item(selection == null ? item : selection.apply(item));
      }
      out.endObject();
      capacities
          .computeIfAbsent(statement.table(), ConsumedCapacity::ofTransaction)
          .addTableRead(item == null ? 0 : item.sizeBytes(), true);
    }
    out.endArray();
    report.writeList(out, capacities.values());
  }

  private CompletionStage<Output> write(
      List<WriteAction> actions,
      List<BoundStatement> statements,
      ExecuteTransactionRules rules,
      Structure input,
      CapacityOutput report,
      RequestBudget budget) {
    String token = input.get(CLIENT_REQUEST_TOKEN);
    var request =
        new WriteRequest(
            actions,
            WriteRequest.Kind.TRANSACTION,
            ItemChange.Cause.CLIENT,
            token == null
                ? null
                : new ClientToken(
                    ClientToken.Scope.EXECUTE_TRANSACTION, token, rules.digest().value()),
            budget,
            false);
    List<String> references = statements.stream().map(BoundStatement::table).toList();
    return engine
        .write(request)
        .exceptionallyCompose(
            failure -> CompletableFuture.failedFuture(asError(statements, failure)))
        .thenApply(result ->
            out -> {
              out.name("Responses").beginArray().endArray();
              report.writeList(
                  out,
                  result.replayed()
                      ? CapacityByTable.ofRepetition(references, result.changes())
                      : CapacityByTable.ofTransaction(references, result.changes()));
            });
  }

  /** Converts the failure: an INSERT whose condition failed is reported as a duplicate item. */
  private static Throwable asError(List<BoundStatement> statements, Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException wrapped && wrapped.getCause() != null
            ? wrapped.getCause()
            : failure;
    if (!(cause instanceof ApiError error) || error.type() != ErrorType.TRANSACTION_CANCELED) {
      return cause;
    }
    var reasons = new ArrayList<CancellationReason>(statements.size());
    for (int i = 0; i < statements.size(); i++) {
      CancellationReason reason = error.cancellationReasons().get(i);
      reasons.add(
          statements.get(i) instanceof BoundStatement.Insert
                  && reason.code().equals("ConditionalCheckFailed")
              ? new CancellationReason("DuplicateItem", StatementWrites.DUPLICATE, reason.item())
              : reason);
    }
    return ApiError.transactionCanceled(reasons);
  }
}
