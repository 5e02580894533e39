package dev.gramme.embedded;

import dev.gramme.model.ErrorType;
import org.jspecify.annotations.Nullable;

/**
 * Is called after each request, on the thread that answered it, see {@link
 * Gramme.Builder#requestListener}. It must be fast and not throw.
 */
@FunctionalInterface
public interface RequestListener {
  /**
   * A request was answered.
   *
   * @param operation the name of an existing operation, or that of the protocol's path if the
   *     operation is unknown; never a text of the client
   * @param status the HTTP status, or 499 if the client disconnected before the answer
   * @param error null if the request succeeded, or the client disconnected
   * @param nanos the time from the request's last byte to its response
   */
  void answered(String operation, int status, @Nullable ErrorType error, long nanos);

  /** This listener, and then another one. */
  default RequestListener andThen(RequestListener next) {
    return (operation, status, error, nanos) -> {
      answered(operation, status, error, nanos);
      next.answered(operation, status, error, nanos);
    };
  }
}
