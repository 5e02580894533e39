package dev.gramme.api.batchexecutestatement;

import static dev.gramme.api.batchexecutestatement.BatchExecuteStatementShape.CONSISTENT_READ;
import static dev.gramme.api.batchexecutestatement.BatchExecuteStatementShape.STATEMENT;

import dev.gramme.api.Caller;
import dev.gramme.api.item.Tables;
import dev.gramme.engine.Engine;
import dev.gramme.engine.read.ReadPlan;
import dev.gramme.engine.write.KeyRules;
import dev.gramme.engine.write.WriteAction;
import dev.gramme.model.ApiError;
import dev.gramme.model.Item;
import dev.gramme.model.TableDefinition;
import dev.gramme.partiql.BoundStatement;
import dev.gramme.partiql.SelectPlan;
import dev.gramme.partiql.WriteKey;
import dev.gramme.wire.Structure;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One statement of a batch, after the checks that precede execution. */
sealed interface BatchMember {

  /** The item that the statement reads or writes; empty if it is unknown or invalid. */
  Optional<ReadPlan.Items.Key> item();

  /**
   * A statement that is not executed.
   *
   * @param table the table as the statement names it, null if the answer omits it
   */
  record Refused(@Nullable String table, ApiError error) implements BatchMember {
    @Override
    public Optional<ReadPlan.Items.Key> item() {
      return Optional.empty();
    }
  }

  /** A SELECT of one item. */
  record Get(BoundStatement.Read statement, ReadPlan.Items.Key key, boolean consistent)
      implements BatchMember {
    @Override
    public Optional<ReadPlan.Items.Key> item() {
      return Optional.of(key);
    }
  }

  /**
   * An INSERT, UPDATE or DELETE.
   *
   * @param returnsItem whether the error of a failed condition contains the item
   */
  record Change(
      BoundStatement.Write statement,
      TableDefinition table,
      WriteAction action,
      boolean returnsItem)
      implements BatchMember {
    @Override
    public Optional<ReadPlan.Items.Key> item() {
      Item item =
          switch (action) {
            case WriteAction.Put put -> put.item();
            case WriteAction.Delete delete -> delete.key();
            case WriteAction.Change change -> change.key();
            // A batch contains no other kinds of statements.
            default -> Item.empty();
          };
      return table.key().isIn(item)
          ? Optional.of(new ReadPlan.Items.Key(table, table.key().of(item)))
          : Optional.empty();
    }
  }

  /** The member for a statement of the request. */
  static BatchMember of(BatchStatement statement, Engine engine, Caller caller) {
    return switch (statement) {
      case BatchStatement.Invalid invalid -> new Refused(null, invalid.error());
      case BatchStatement.Parsed parsed -> {
        try {
          yield of(parsed, engine, caller);
        } catch (ApiError error) {
          yield new Refused(null, error);
        }
      }
    };
  }

  private static BatchMember of(BatchStatement.Parsed parsed, Engine engine, Caller caller) {
    Structure input = parsed.input();
    return switch (parsed.statement().bound(engine, caller)) {
      case BoundStatement.Read read ->
          get(read, input.getOrDefault(CONSISTENT_READ, false), engine, caller);
      case BoundStatement.Exists exists ->
          throw ApiError.validation(
              "EXISTS can only be used in ExecuteTransaction write requests.");
      case BoundStatement.Write write -> {
        TableDefinition table = Tables.require(engine, write.table(), caller);
        // Always returns the item that failed the condition: it determines the consumed capacity.
        yield new Change(
            write,
            table,
            WriteKey.action(write, table, true),
            STATEMENT.returnsItemOnFailure(input));
      }
    };
  }

  private static BatchMember get(
      BoundStatement.Read read, boolean consistent, Engine engine, Caller caller) {
    TableDefinition table = Tables.require(engine, read.table(), caller, consistent);
    SelectPlan plan =
        read.index() == null ? SelectPlan.of(read, table, null, caller.budget()) : null;
    Item key = plan == null ? null : plan.itemKey();
    // A SELECT with conditions beyond the key does not count as a read of one item (DynamoDB Local,
    // November 2026).
    if (plan == null || key == null || plan.ranges().getFirst().filter() != null) {
      throw ApiError.validation(
          "Select statements within BatchExecuteStatement must specify the primary key in the"
              + " where clause.");
    }
    KeyRules.checkKey(table, key);
    return new Get(read, new ReadPlan.Items.Key(table, key), consistent);
  }
}
