package dev.gramme.api.backup;

import dev.gramme.model.ApiError;

/** The ValidationException with which most rules on backups and restores answer. */
public final class InvalidRequest {
  private static final String PREFIX = "Invalid Request: ";

  private InvalidRequest() {}

  /** The error with a text after the common prefix. */
  public static ApiError of(String text) {
    return ApiError.validation(PREFIX + text);
  }
}
