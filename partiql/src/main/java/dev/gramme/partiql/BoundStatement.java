package dev.gramme.partiql;

import dev.gramme.expression.Condition;
import dev.gramme.expression.Update;
import dev.gramme.model.Item;
import dev.gramme.partiql.Statement.Returning;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A statement with its parameters put in; what it means for its table is not known yet. */
public sealed interface BoundStatement {
  /** The name of the table. */
  String table();

  /**
   * SELECT.
   *
   * @param index the index that is named, null for the table itself
   * @param selection null for {@code *}
   * @param where null for all items
   */
  record Read(
      String table,
      @Nullable String index,
      @Nullable Selection selection,
      @Nullable Condition where,
      List<Order> order)
      implements BoundStatement {
    public Read {
      order = List.copyOf(order);
    }

    /** A term of ORDER BY. */
    public record Order(String attribute, boolean descending) {}
  }

  /** What belongs among writes. */
  sealed interface Write extends BoundStatement {
    /** What the statement gives back, null for nothing. */
    default @Nullable Returning returning() {
      return null;
    }
  }

  /** INSERT. */
  record Insert(String table, Item item) implements Write {}

  /** UPDATE. */
  record Change(
      String table, Update update, @Nullable Condition where, @Nullable Returning returning)
      implements Write {}

  /** DELETE. */
  record Delete(String table, @Nullable Condition where, @Nullable Returning returning)
      implements Write {}

  /** EXISTS, which only transactions that write have. */
  record Exists(Read read) implements Write {
    @Override
    public String table() {
      return read.table();
    }
  }
}
