package dev.gramme.model;

/** The rules for names of attributes and of entries of maps. Measured on the service in 2026. */
public final class AttributeNames {
  /** What is wrong with an empty name. */
  public static final String EMPTY = "Empty attribute name";

  /** What is wrong with a name of more than {@link #MOST_BYTES}. */
  public static final String TOO_LARGE =
      "Attribute name is too large, must be less than 65536 bytes";

  /** The most bytes of a name, in UTF-8. */
  private static final int MOST_BYTES = 65_535;

  /** The most bytes that a UTF-16 unit takes in UTF-8. */
  private static final int BYTES_PER_UNIT = 3;

  private AttributeNames() {}

  /**
   * Checks a name.
   *
   * @throws ApiError a ValidationException if it is empty or too large
   */
  public static void check(String name) {
    if (name.isEmpty()) {
      throw ApiError.validation(EMPTY);
    }
    if (isTooLarge(name)) {
      throw ApiError.validation(TOO_LARGE);
    }
  }

  /** Whether a name has more than {@link #MOST_BYTES}. */
  public static boolean isTooLarge(String name) {
    return name.length() > MOST_BYTES / BYTES_PER_UNIT && Utf8.length(name) > MOST_BYTES;
  }
}
