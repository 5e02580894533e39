package dev.gramme.expression;

import org.jspecify.annotations.Nullable;

/**
 * The error to report out of all those found in one pass. The service makes several passes, one for
 * each kind of error; here one pass notes all errors with the rank of their kind, and the first of
 * the lowest rank wins.
 */
final class FirstError {
  private int rank = Integer.MAX_VALUE;
  private @Nullable String text;

  /** Notes an error; only the first of the lowest rank is kept. */
  @SuppressWarnings("EnumOrdinal") // The order in which an enum of kinds is declared is the rank.
  void note(Enum<?> kind, String error) {
    if (kind.ordinal() < rank) {
      rank = kind.ordinal();
      text = error;
    }
  }

  /** The text of the error to report, null if none was noted. */
  @Nullable String text() {
    return text;
  }

  /** Throws the error if there is one, framed by the kind of expression. */
  void raise(ExpressionKind kind) {
    if (text != null) {
      throw kind.invalid(text);
    }
  }
}
