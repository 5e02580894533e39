package dev.gramme.storage.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.retry.RetryVerdict;
import com.datastax.oss.driver.api.core.servererrors.CoordinatorException;
import com.datastax.oss.driver.api.core.servererrors.WriteType;
import com.datastax.oss.driver.api.core.session.Request;
import com.datastax.oss.driver.internal.core.retry.DefaultRetryPolicy;

/**
 * What the driver sends again by itself, some times: what may be done twice, as reads and writes of
 * derived rows, since on a busy cluster Accord gives up one that others come before. Never a
 * transaction that writes, whatever Cassandra answers: one that was executed after all would find
 * that what it expects is gone, as if others had written, and be taken for one that was not.
 * ({@link Outcome} finds out.)
 *
 * <p>The driver makes one by its name.
 */
public final class Retries extends DefaultRetryPolicy {
  private static final int MOST = 5;

  /** As the driver wants it. */
  public Retries(DriverContext context, String profile) {
    super(context, profile);
  }

  private static RetryVerdict verdict(Request request, int retries) {
    return Boolean.TRUE.equals(request.isIdempotent()) && retries < MOST
        ? RetryVerdict.RETRY_NEXT
        : RetryVerdict.RETHROW;
  }

  @Override
  public RetryVerdict onReadTimeoutVerdict(
      Request request,
      ConsistencyLevel level,
      int awaited,
      int received,
      boolean isDataThere,
      int retries) {
    return verdict(request, retries);
  }

  /** The driver does not ask about statements that must not be done twice. */
  @Override
  public RetryVerdict onWriteTimeoutVerdict(
      Request request,
      ConsistencyLevel level,
      WriteType type,
      int awaited,
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
