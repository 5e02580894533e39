package dev.gramme.partiql;

import dev.gramme.model.DocumentPath;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A statement as written. */
public sealed interface Statement {
  /** What FROM, INTO or UPDATE names. */
  Target target();

  /**
   * A table, or an index of it.
   *
   * @param index null for the table itself
   */
  record Target(String table, @Nullable String index, Position at) {}

  /**
   * SELECT.
   *
   * @param chosen what is asked for; empty for {@code *}
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

  /** UPDATE, also in its form that begins with FROM. */
  record Update(
      Target target, List<Action> actions, @Nullable Term where, @Nullable Returning returning)
      implements Statement {
    public Update {
      actions = List.copyOf(actions);
    }

    /**
     * A change of a place.
     *
     * @param value what SET puts there; null for REMOVE
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

  /** Whether the statement may stand among reads. */
  default boolean isRead() {
    return this instanceof Select;
  }

  /** What a write gives back. */
  enum Returning {
    ALL_OLD,
    ALL_NEW,
    MODIFIED_OLD,
    MODIFIED_NEW
  }
}
