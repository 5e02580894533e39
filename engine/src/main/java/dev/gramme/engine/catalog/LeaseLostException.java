package dev.gramme.engine.catalog;

import java.util.concurrent.CompletionException;

/**
 * Another server has taken the {@link Lease} of a job. The job of this server ends; the other
 * server continues it.
 */
public final class LeaseLostException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  LeaseLostException(String lease) {
    super("another server has taken the lease \"" + lease + "\"", null, false, false);
  }

  /** Whether a failure is, or was caused by, the loss of a lease. */
  public static boolean isCauseOf(Throwable failure) {
    return switch (failure) {
      case LeaseLostException lost -> true;
      case CompletionException wrapper when wrapper.getCause() != null ->
          isCauseOf(wrapper.getCause());
      default -> false;
    };
  }
}
