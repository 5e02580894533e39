package dev.gramme.api.table;

import dev.gramme.model.ApiError;
import org.jspecify.annotations.Nullable;

/** The length of names in the operations that report it by a text of their own. */
public final class NameLengthRules {
  private static final int MIN_LENGTH = 3;
  private static final int MAX_LENGTH = 255;

  private NameLengthRules() {}

  static boolean isOutOfBounds(String name) {
    return name.length() < MIN_LENGTH || name.length() > MAX_LENGTH;
  }

  /**
   * Checks the length of a name, if there is one.
   *
   * @param member how the message calls it
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
