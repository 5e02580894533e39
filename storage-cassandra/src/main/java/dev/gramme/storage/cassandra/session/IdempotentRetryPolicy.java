package dev.gramme.storage.cassandra.session;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.retry.RetryVerdict;
import com.datastax.oss.driver.api.core.servererrors.CoordinatorException;
import com.datastax.oss.driver.api.core.servererrors.WriteType;
import com.datastax.oss.driver.api.core.session.Request;
import com.datastax.oss.driver.internal.core.retry.DefaultRetryPolicy;

/**
 * Retries idempotent requests (reads, and writes of derived rows) up to five times, since Accord
 * aborts some of them on a busy cluster. It never retries a transaction that writes: if the first
 * execution did commit, a second one would find its preconditions changed and be taken for a
 * conflict. The store resolves such an in-doubt transaction itself.
 *
 * <p>The driver creates the instance by its class name.
 */
public final class IdempotentRetryPolicy extends DefaultRetryPolicy {
  private static final int MAX_RETRIES = 5;

  /** The constructor that the driver calls. */
  public IdempotentRetryPolicy(DriverContext context, String profile) {
    super(context, profile);
  }

  private static RetryVerdict verdict(Request request, int retries) {
    return Boolean.TRUE.equals(request.isIdempotent()) && retries < MAX_RETRIES
        ? RetryVerdict.RETRY_NEXT
        : RetryVerdict.RETHROW;
  }

  @Override
  public RetryVerdict onReadTimeoutVerdict(
      Request request,
      ConsistencyLevel level,
      int required,
      int received,
      boolean dataPresent,
      int retries) {
    return verdict(request, retries);
  }

  /** The driver calls this for idempotent statements only. */
  @Override
  public RetryVerdict onWriteTimeoutVerdict(
      Request request,
      ConsistencyLevel level,
      WriteType type,
      int required,
      int received,
      int retries) {
    return verdict(request, retries);
  }

  @Override
  public RetryVerdict onUnavailableVerdict(
      Request request, ConsistencyLevel level, int required, int alive, int retries) {
    return verdict(request, retries);
  }

  @Override
  public RetryVerdict onRequestAbortedVerdict(Request request, Throwable error, int retries) {
    return verdict(request, retries);
  }

  @Override
  public RetryVerdict onErrorResponseVerdict(
      Request request, CoordinatorException error, int retries) {
    return verdict(request, retries);
  }
}
