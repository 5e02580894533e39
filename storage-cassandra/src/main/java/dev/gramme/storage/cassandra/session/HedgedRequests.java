package dev.gramme.storage.cassandra.session;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.session.Request;
import com.datastax.oss.driver.api.core.specex.SpeculativeExecutionPolicy;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Sends a slow idempotent request (a read, or a write of a derived row) to a second and a third
 * node; the first answer wins. On Cassandra 6.0-alpha2, while other clients write to a partition,
 * one node may delay a read of it for seconds that another node answers at once.
 *
 * <p>Hedges have a budget of a fifth of all requests, because unlimited hedging would make an
 * overload worse. Every first request adds 1 to the budget, every hedge costs 5. If the budget is
 * used up, a request is hedged only after a longer delay, on credit; if the credit is used up, too,
 * no request is hedged.
 *
 * <p>The driver creates the instance by its class name.
 */
public final class HedgedRequests implements SpeculativeExecutionPolicy {
  private static final int MAX_NODES = 3;
  private static final int DELAY_MILLIS = 30;
  private static final int DELAY_ON_CREDIT_MILLIS = 250;
  private static final int NEVER = -1;

  private static final int INCOME = 1;
  private static final int COST = 5;
  private static final int MAX_BUDGET = 10 * COST;
  private static final int MAX_CREDIT = 10 * COST;

  private final AtomicInteger budget = new AtomicInteger(MAX_BUDGET);

  /** The constructor that the driver calls. */
  public HedgedRequests(DriverContext context, String profile) {}

  /** The delay in milliseconds before the next node receives the request, negative for never. */
  @Override
  public long nextExecution(
      Node node, @Nullable CqlIdentifier keyspace, Request request, int runningExecutions) {
    int left =
        runningExecutions == 1
            ? budget.updateAndGet(before -> Math.min(MAX_BUDGET, before + INCOME))
            : budget.addAndGet(-COST);
    if (runningExecutions >= MAX_NODES || left <= -MAX_CREDIT) {
      return NEVER;
    }
    return (long) runningExecutions * (left < COST ? DELAY_ON_CREDIT_MILLIS : DELAY_MILLIS);
  }

  @Override
  public void close() {}
}
