package dev.gramme.expression;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A parsed update: its actions in the order of the text. */
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
   * @param value the value or operand after the path; null for REMOVE
   */
  record Action(Section section, Syntax.Path path, @Nullable Syntax value) {}
}
