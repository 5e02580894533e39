package dev.gramme.engine.read;

import dev.gramme.engine.plan.RowRange;
import dev.gramme.expression.Condition;
import dev.gramme.model.Item;
import dev.gramme.model.Limits;
import dev.gramme.model.SecondaryIndex;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.budget.RequestBudget;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A read with resolved tables, keys and ranges. */
public sealed interface ReadPlan {

  /**
   * Items by their keys, all read at one point in time.
   *
   * @param budget the resources that the request may still use
   */
  record Items(List<Key> keys, RequestBudget budget) implements ReadPlan {
    public Items {
      keys = List.copyOf(keys);
    }

    /** Items for internal use, without a limit on resources. */
    public Items(List<Key> keys) {
      this(keys, RequestBudget.unlimited());
    }

    /**
     * The key of an item, checked against the table's schema.
     *
     * @param consistent whether the client requested a consistent read, which costs twice as much;
     *     every read is consistent
     */
    public record Key(TableDefinition table, Item key, boolean consistent) {
      /** A key that is read at the lower price of an eventually consistent read. */
      public Key(TableDefinition table, Item key) {
        this(table, key, false);
      }
    }
  }

  /**
   * A page of a Query or Scan.
   *
   * @param index the index that is read, null for the table itself
   * @param kind the row kind that is read; rows of other kinds in the range are skipped
   * @param rows the range of rows
   * @param ascending whether rows are read in the order of their keys or in reverse order
   * @param filter the condition for an item to be returned, null for none
   * @param limit the maximum number of items to evaluate, returned or not
   * @param fetchesItems whether the table's item is fetched for each entry of a local index
   * @param consistent whether the client requested a consistent read, which costs twice as much
   * @param budget the resources that the request may still use; the page ends early when they are
   *     used up
   */
  record Page(
      TableDefinition table,
      @Nullable SecondaryIndex index,
      int kind,
      RowRange rows,
      boolean ascending,
      @Nullable Condition filter,
      int limit,
      int pageBytes,
      boolean fetchesItems,
      boolean consistent,
      RequestBudget budget)
      implements ReadPlan {

    /** No limit other than the page size. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    /** The service's page size. */
    public static final int PAGE_BYTES = Limits.PAGE_BYTES;
  }
}
