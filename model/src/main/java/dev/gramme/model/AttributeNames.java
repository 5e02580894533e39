package dev.gramme.model;

/** The rules for attribute names and for the keys of maps. Measured on the service in 2026. */
public final class AttributeNames {
  /** The service's message about an empty name. */
  public static final String EMPTY = "Empty attribute name";

  /** The service's message about a name of more than {@link #MAX_BYTES}. */
  public static final String TOO_LARGE =
      "Attribute name is too large, must be less than 65536 bytes";

  /** The maximum length of a name, in UTF-8 bytes. */
  private static final int MAX_BYTES = 65_535;

  /** The maximum number of UTF-8 bytes for one UTF-16 unit. */
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

  /** Whether a name has more than {@link #MAX_BYTES}. */
  public static boolean isTooLarge(String name) {
    return name.length() > MAX_BYTES / BYTES_PER_UNIT && Utf8.length(name) > MAX_BYTES;
  }
}
