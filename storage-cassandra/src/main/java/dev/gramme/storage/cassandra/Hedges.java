package dev.gramme.storage.cassandra;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.session.Request;
import com.datastax.oss.driver.api.core.specex.SpeculativeExecutionPolicy;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Asks a second node, and a third, for what takes unusually long and may be executed twice, as
 * reads and writes of derived rows; the first answer counts. With Cassandra 6.0-alpha2, some reads
 * of one partition stand still for seconds at one node while others write there, and are answered
 * at once by another.
 *
 * <p>What is asked for again must not be more than a part of all, else it would make an overload
 * worse. If so much is slow that this part is used up, it takes longer until something is held to
 * stand still; if that is used up, too, nothing is asked for again.
 *
 * <p>The driver makes one by its name.
 */
public final class Hedges implements SpeculativeExecutionPolicy {
  private static final int MOST_NODES = 3;
  private static final int SLOW_MILLIS = 30;
  private static final int STILL_MILLIS = 250;
  private static final int NEVER = -1;

  /** Every fifth request may be sent once more. */
  private static final int EARNED = 1;

  private static final int COST = 5;
  private static final int MOST_SAVED = 10 * COST;
  private static final int MOST_OWED = 10 * COST;

  private final AtomicInteger saved = new AtomicInteger(MOST_SAVED);

  /** As the driver wants it. */
  public Hedges(DriverContext context, String profile) {}

  /** After how many milliseconds the next node is asked, negative for never. */
  @Override
  public long nextExecution(
      Node node, @Nullable CqlIdentifier keyspace, Request request, int runningExecutions) {
    int left =
        runningExecutions == 1
            ? saved.updateAndGet(before -> Math.min(MOST_SAVED, before + EARNED))
            : saved.addAndGet(-COST);
    if (runningExecutions >= MOST_NODES || left <= -MOST_OWED) {
      return NEVER;
    }
    return (long) runningExecutions * (left < COST ? STILL_MILLIS : SLOW_MILLIS);
  }

  @Override
  public void close() {}
}
