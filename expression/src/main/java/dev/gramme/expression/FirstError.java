package dev.gramme.expression;

import org.jspecify.annotations.Nullable;

/**
 * Selects the error to report. The service makes one pass for each kind of error. Gramme makes a
 * single pass, records every error with the rank of its kind, and reports the first error of the
 * lowest rank.
 */
final class FirstError {
  private int rank = Integer.MAX_VALUE;
  private @Nullable String text;

  /** Records an error. Only the first one of the lowest rank is kept. */
  @SuppressWarnings("EnumOrdinal") // The declaration order of the enum is the rank.
  void note(Enum<?> kind, String error) {
    if (kind.ordinal() < rank) {
      rank = kind.ordinal();
      text = error;
    }
  }

  /** The text of the error to report, null if none was recorded. */
  @Nullable String text() {
    return text;
  }

  /** Throws the error to report, if there is one, with the prefix of the kind of expression. */
  void raise(ExpressionKind kind) {
    if (text != null) {
      throw kind.invalid(text);
    }
  }
}
