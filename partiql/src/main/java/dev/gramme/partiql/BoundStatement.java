package dev.gramme.partiql;

import dev.gramme.expression.Condition;
import dev.gramme.expression.Update;
import dev.gramme.model.Item;
import dev.gramme.partiql.Statement.Returning;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A statement with its parameters inserted, not yet checked against its table. */
public sealed interface BoundStatement {
  /** The name of the table. */
  String table();

  /**
   * SELECT.
   *
   * @param index the named index, null for the table itself
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

  /** A statement that is allowed among writes. */
  sealed interface Write extends BoundStatement {
    /** The item images that the statement returns, null for none. */
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

  /** EXISTS, which is allowed only in write transactions. */
  record Exists(Read read) implements Write {
    @Override
    public String table() {
      return read.table();
    }
  }
}
