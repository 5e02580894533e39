package dev.gramme.api.executestatement;

import static dev.gramme.api.executestatement.ExecuteStatementShape.CONSISTENT_READ;
import static dev.gramme.api.executestatement.ExecuteStatementShape.LIMIT;
import static dev.gramme.api.executestatement.ExecuteStatementShape.NEXT_TOKEN;
import static dev.gramme.api.executestatement.ExecuteStatementShape.RETURN_CONSUMED_CAPACITY;
import static dev.gramme.api.executestatement.ExecuteStatementShape.STATEMENT;

import dev.gramme.api.Caller;
import dev.gramme.api.Operation;
import dev.gramme.api.Output;
import dev.gramme.api.PreparedRequest;
import dev.gramme.api.access.AccessScope;
import dev.gramme.api.access.StatementAccess;
import dev.gramme.api.item.CapacityOutput;
import dev.gramme.api.item.Tables;
import dev.gramme.api.statement.NextToken;
import dev.gramme.api.statement.ParsedStatement;
import dev.gramme.api.statement.StatementWrites;
import dev.gramme.auth.policy.Access;
import dev.gramme.engine.Engine;
import dev.gramme.engine.capacity.ConsumedCapacity;
import dev.gramme.engine.read.ReadPlan;
import dev.gramme.engine.write.ItemChange;
import dev.gramme.engine.write.WriteRequest;
import dev.gramme.model.ApiError;
import dev.gramme.model.Item;
import dev.gramme.model.SecondaryIndex;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.Wording;
import dev.gramme.partiql.BoundStatement;
import dev.gramme.partiql.SelectPlan;
import dev.gramme.partiql.Selection;
import dev.gramme.partiql.WriteKey;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Executes one PartiQL statement. Limit, NextToken and ConsistentRead have no effect on a statement
 * that writes.
 */
public final class ExecuteStatement implements Operation {
  private final Engine engine;

  public ExecuteStatement(Engine engine) {
    this.engine = engine;
  }

  @Override
  public String name() {
    return "ExecuteStatement";
  }

  @Override
  public Wording wording(Wording configured, Structure input) {
    return configured;
  }

  @Override
  public StructureShape input() {
    return ExecuteStatementShape.SHAPE;
  }

  /** Any statement may scan the whole table. */
  @Override
  public boolean isLong() {
    return true;
  }

  @Override
  public PreparedRequest prepare(Structure input, Caller caller) {
    var statement = ParsedStatement.of(input, STATEMENT, caller);
    return PreparedRequest.of(
        scope -> List.of(access(input, statement, scope)), () -> execute(input, statement, caller));
  }

  private static Access access(Structure input, ParsedStatement statement, AccessScope scope) {
    var of = new StatementAccess(scope, input.get(RETURN_CONSUMED_CAPACITY), null);
    boolean consistent = input.getOrDefault(CONSISTENT_READ, false);
    return statement.access(of, consistent, STATEMENT.returnsItemOnFailure(input));
  }

  private CompletionStage<Output> execute(
      Structure input, ParsedStatement statement, Caller caller) {
    return switch (statement.bound(engine, caller)) {
      case BoundStatement.Read read ->
          CompletableFuture.completedFuture(read(input, statement, read, caller));
      case BoundStatement.Exists exists ->
          throw ApiError.validation(
              "EXISTS can only be used in ExecuteTransaction write requests.");
      case BoundStatement.Write write -> write(input, write, caller);
    };
  }

  private Output read(
      Structure input, ParsedStatement statement, BoundStatement.Read read, Caller caller) {
    boolean consistent = input.getOrDefault(CONSISTENT_READ, false);
    TableDefinition table = Tables.require(engine, read.table(), caller, consistent);
    SecondaryIndex index =
        read.index() == null ? null : SelectPlan.index(table, read.index(), consistent);
    SelectPlan plan = SelectPlan.of(read, table, index, caller.budget());
    String token = input.get(NEXT_TOKEN);
    NextToken start = token == null ? null : NextToken.parse(token, statement, table);
    var capacity = ConsumedCapacity.of(read.table());
    int limit = input.getOrDefault(LIMIT, ReadPlan.Page.UNLIMITED);
    var page =
        new SelectReader(engine, plan, consistent, limit, capacity, caller.budget()).read(start);
    return out -> {
      out.name("Items").beginArray();
      Selection selection = read.selection();
      for (Item item : page.items()) {
        out.item(selection == null ? item : selection.apply(item));
      }
      out.endArray();
      if (page.lastKey() != null) {
        out.name("LastEvaluatedKey").item(page.lastKey());
      }
      if (page.next() != null) {
        out.name("NextToken").string(page.next().text(statement, table));
      }
      CapacityOutput.of(input.get(RETURN_CONSUMED_CAPACITY)).write(out, capacity);
    };
  }

  private CompletionStage<Output> write(
      Structure input, BoundStatement.Write write, Caller caller) {
    TableDefinition table = Tables.require(engine, write.table(), caller);
    var action = WriteKey.action(write, table, STATEMENT.returnsItemOnFailure(input));
    return engine
        .write(WriteRequest.single(action, caller.budget(), write.returning() != null))
        .exceptionallyCompose(
            failure -> CompletableFuture.failedFuture(StatementWrites.asError(write, failure)))
        .thenApply(result -> output(input, write, result.changes().getFirst()));
  }

  private static Output output(Structure input, BoundStatement.Write write, ItemChange change) {
    @Nullable Item returned = StatementWrites.returned(write, change);
    return out -> {
      out.name("Items").beginArray();
      if (returned != null) {
        out.item(returned);
      }
      out.endArray();
      var capacity = ConsumedCapacity.of(write.table());
      capacity.add(change);
      CapacityOutput.of(input.get(RETURN_CONSUMED_CAPACITY)).write(out, capacity);
    };
  }
}
