package dev.gramme.api.table;

import dev.gramme.model.ApiError;

/** The ValidationException with which most rules on tables answer. */
public final class InvalidParameters {
  private static final String PREFIX = "One or more parameter values were invalid: ";

  private InvalidParameters() {}

  /** The error with a text after the common prefix. */
  public static ApiError of(String text) {
    return ApiError.validation(PREFIX + text);
  }
}
