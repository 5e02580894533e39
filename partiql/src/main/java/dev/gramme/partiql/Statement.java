package dev.gramme.partiql;

import dev.gramme.model.DocumentPath;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A parsed statement. */
public sealed interface Statement {
  /** The table or index after FROM, INTO or UPDATE. */
  Target target();

  /**
   * A table or one of its indexes.
   *
   * @param index null for the table itself
   */
  record Target(String table, @Nullable String index, Position at) {}

  /**
   * SELECT.
   *
   * @param chosen the selected terms; empty for {@code *}
   * @param where null for all items
   */
  record Select(List<Term> chosen, Target target, @Nullable Term where, List<Order> order)
      implements Statement {
    public Select {
      chosen = List.copyOf(chosen);
      order = List.copyOf(order);
    }

    /** A term of ORDER BY. */
    public record Order(Term by, boolean descending) {}
  }

  /** INSERT. */
  record Insert(Target target, Term item) implements Statement {}

  /** UPDATE, including the form that begins with FROM. */
  record Update(
      Target target, List<Action> actions, @Nullable Term where, @Nullable Returning returning)
      implements Statement {
    public Update {
      actions = List.copyOf(actions);
    }

    /**
     * A change of the value at a path.
     *
     * @param value the value that SET assigns; null for REMOVE
     */
    public record Action(DocumentPath path, @Nullable Term value, Position at) {}
  }

  /** DELETE. */
  record Delete(Target target, @Nullable Term where, @Nullable Returning returning)
      implements Statement {}

  /** EXISTS. */
  record Exists(Select select) implements Statement {
    @Override
    public Target target() {
      return select.target();
    }
  }

  /** Whether the statement is allowed among reads. */
  default boolean isRead() {
    return this instanceof Select;
  }

  /** The item images that a write returns. */
  enum Returning {
    ALL_OLD,
    ALL_NEW,
    MODIFIED_OLD,
    MODIFIED_NEW
  }
}
