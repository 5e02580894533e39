package dev.gramme.api.access;

import dev.gramme.auth.policy.Access;
import dev.gramme.model.SecondaryIndex;
import dev.gramme.model.TableDefinition;
import dev.gramme.partiql.BoundStatement;
import dev.gramme.partiql.SelectPlan;
import dev.gramme.partiql.Statement;
import dev.gramme.partiql.Statement.Returning;
import dev.gramme.partiql.WriteKey;
import org.jspecify.annotations.Nullable;

/** Determines the accesses of PartiQL statements, which have their own actions. */
public final class StatementAccess {
  private static final String SELECT = "PartiQLSelect";

  private final AccessScope scope;
  private final @Nullable String capacity;
  private final @Nullable String enclosing;

  /**
   * Starts the accesses of a request.
   *
   * @param capacity the request's {@code ReturnConsumedCapacity}
   * @param enclosing the transaction that contains the statements, null if there is none
   */
  public StatementAccess(AccessScope scope, @Nullable String capacity, @Nullable String enclosing) {
    this.scope = scope;
    this.capacity = capacity;
    this.enclosing = enclosing;
  }

  /** The access of a SELECT of which only the index is known. */
  public Access ofIndex(Statement.Target target) {
    return scope.items(SELECT, target.table()).index(target.index()).capacity(capacity).build();
  }

  /**
   * The access of a statement. The scope keeps the error of a statement that is invalid for its
   * table.
   *
   * @param consistent whether it reads consistently
   * @param returnsItem whether the error of a failed condition contains the item
   */
  public Access of(BoundStatement statement, boolean consistent, boolean returnsItem) {
    ItemAccess access =
        switch (statement) {
          case BoundStatement.Read read -> read(read, consistent);
          case BoundStatement.Insert insert -> write("PartiQLInsert", insert, returnsItem);
          case BoundStatement.Change change -> write("PartiQLUpdate", change, returnsItem);
          case BoundStatement.Delete delete -> write("PartiQLDelete", delete, returnsItem);
          // The service's guide documents no separate action for EXISTS (November 2026).
          case BoundStatement.Exists exists -> read(exists.read(), true);
        };
    if (enclosing != null) {
      access.within(enclosing);
    }
    return access.capacity(capacity).build();
  }

  private ItemAccess write(String action, BoundStatement.Write write, boolean returnsItem) {
    ItemAccess access = scope.items(action, write.table());
    TableDefinition table = access.table();
    if (table != null) {
      scope.byDefinition(() -> access.write(WriteKey.action(write, table, returnsItem)));
    }
    return access.returnValues(returned(write.returning()));
  }

  private static String returned(@Nullable Returning returning) {
    return switch (returning) {
      case null -> "NONE";
      case ALL_OLD -> "ALL_OLD";
      case ALL_NEW -> "ALL_NEW";
      case MODIFIED_OLD -> "UPDATED_OLD";
      case MODIFIED_NEW -> "UPDATED_NEW";
    };
  }

  private void plan(
      ItemAccess access, BoundStatement.Read read, TableDefinition table, boolean consistent) {
    SecondaryIndex index =
        read.index() == null ? null : SelectPlan.index(table, read.index(), consistent);
    SelectPlan plan = SelectPlan.of(read, table, index, scope.caller().budget());
    access.fullScan(!plan.keyed());
    plan.ranges().forEach(range -> access.partition(range.partition()));
  }

  private ItemAccess read(BoundStatement.Read read, boolean consistent) {
    ItemAccess access = scope.items(SELECT, read.table()).index(read.index());
    TableDefinition table = access.table();
    if (table != null) {
      scope.byDefinition(() -> plan(access, read, table, consistent));
    }
    access.condition(read.where());
    access.attributes(read.order().stream().map(BoundStatement.Read.Order::attribute).toList());
    if (read.selection() != null) {
      return access.paths(read.selection().paths()).select("SPECIFIC_ATTRIBUTES");
    }
    return access.select(read.index() == null ? "ALL_ATTRIBUTES" : "ALL_PROJECTED_ATTRIBUTES");
  }
}
