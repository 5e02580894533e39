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

/** What is to be read, with everything resolved: tables, keys, ranges. */
public sealed interface ReadPlan {

  /**
   * Items by their keys, all as of one moment.
   *
   * @param budget what the request may still use
   */
  record Items(List<Key> keys, RequestBudget budget) implements ReadPlan {
    public Items {
      keys = List.copyOf(keys);
    }

    /** Items for this program itself: nothing limits the reading. */
    public Items(List<Key> keys) {
      this(keys, RequestBudget.unlimited());
    }

    /**
     * The key of an item, checked against the table's schema.
     *
     * @param consistent whether the client asked for a consistent read, which every read is; it
     *     costs the double
     */
    public record Key(TableDefinition table, Item key, boolean consistent) {
      /** A key that is read as cheaply as can be. */
      public Key(TableDefinition table, Item key) {
        this(table, key, false);
      }
    }
  }

  /**
   * A page of a Query or Scan.
   *
   * @param index the index that is read, null for the table itself
   * @param kind the row kind that is read; rows of other kinds in the range are passed over
   * @param rows where they stand
   * @param ascending whether they are read in the order of their keys, or backwards
   * @param filter what an item must satisfy to be returned, null for nothing
   * @param limit the most items that are evaluated, whether returned or not
   * @param fetchesItems whether the table's item is fetched for each entry of a local index
   * @param consistent whether the client asked for a consistent read, which costs the double
   * @param budget what the request may still use; the page ends early when it is used up
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

    /** No limit but that of the page's size. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    /** A page of the service's size. */
    public static final int PAGE_BYTES = Limits.PAGE_BYTES;
  }
}
