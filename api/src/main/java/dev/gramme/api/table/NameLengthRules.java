package dev.gramme.api.table;

import dev.gramme.model.ApiError;
import org.jspecify.annotations.Nullable;

/** The length of names in operations that report a wrong length with their own text. */
public final class NameLengthRules {
  private static final int MIN_LENGTH = 3;
  private static final int MAX_LENGTH = 255;

  private NameLengthRules() {}

  static boolean isOutOfBounds(String name) {
    return name.length() < MIN_LENGTH || name.length() > MAX_LENGTH;
  }

  /**
   * Checks the length of a name, if it is present.
   *
   * @param member the member's name in the message
   */
  public static void check(String member, @Nullable String name) {
    if (name != null && isOutOfBounds(name)) {
      throw ApiError.validation(
          member
              + " must be at least "
              + MIN_LENGTH
              + " characters long and at most "
              + MAX_LENGTH
              + " characters long");
    }
  }
}
