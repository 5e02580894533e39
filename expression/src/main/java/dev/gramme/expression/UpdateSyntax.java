package dev.gramme.expression;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A parsed update: its actions in the order in which they are written. */
record UpdateSyntax(List<Action> actions) {

  /** The keyword that begins a section. */
  enum Section {
    SET,
    REMOVE,
    ADD,
    DELETE
  }

  /**
   * One action.
   *
   * @param value what follows the path; null for REMOVE
   */
  record Action(Section section, Syntax.Path path, @Nullable Syntax value) {}
}
