package dev.gramme.storage.cassandra.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.retry.RetryDecision;
import com.datastax.oss.driver.api.core.retry.RetryPolicy;
import com.datastax.oss.driver.api.core.servererrors.DefaultWriteType;
import com.datastax.oss.driver.api.core.servererrors.OverloadedException;
import dev.gramme.storage.cassandra.TestCassandra;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which requests the driver retries after errors, with the settings of the store. */
@Tag("long")
@Tag("slow")
final class IdempotentRetryPolicyTest {
  private CqlSession session;
  private RetryPolicy policy;

  @BeforeEach
  void open() {
    session = SessionFactory.open(TestCassandra.options());
    policy = session.getContext().getRetryPolicy("default");
  }

  @AfterEach
  void close() {
    session.close();
  }

  /** The decisions for each kind of error after a number of retries. */
  private Set<RetryDecision> decisions(SimpleStatement statement, int retries) {
    var node = session.getMetadata().getNodes().values().iterator().next();
    var level = ConsistencyLevel.SERIAL;
    List<RetryDecision> decisions = new ArrayList<>();
    decisions.add(
        policy.onReadTimeoutVerdict(statement, level, 0, 0, false, retries).getRetryDecision());
    decisions.add(
        policy
            .onWriteTimeoutVerdict(statement, level, DefaultWriteType.SIMPLE, 2, 1, retries)
            .getRetryDecision());
    decisions.add(policy.onUnavailableVerdict(statement, level, 2, 1, retries).getRetryDecision());
    decisions.add(
        policy
            .onRequestAbortedVerdict(statement, new ClosedConnectionException("gone"), retries)
            .getRetryDecision());
    decisions.add(
        policy
            .onErrorResponseVerdict(statement, new OverloadedException(node), retries)
            .getRetryDecision());
    return Set.copyOf(decisions);
  }

  @Test
  void a_transaction_is_never_retried() {
    // Also not after a read timeout in which enough nodes have answered: Accord needs none.
    var transaction = SimpleStatement.newInstance("BEGIN TRANSACTION COMMIT TRANSACTION");
    assertThat(decisions(transaction, 0)).containsExactly(RetryDecision.RETHROW);
  }

  @Test
  void an_idempotent_request_is_retried_five_times() {
    var read = SimpleStatement.newInstance("SELECT value FROM rows").setIdempotent(true);
    assertThat(decisions(read, 0)).containsExactly(RetryDecision.RETRY_NEXT);
    assertThat(decisions(read, 4)).containsExactly(RetryDecision.RETRY_NEXT);
    assertThat(decisions(read, 5)).containsExactly(RetryDecision.RETHROW);
  }
}
