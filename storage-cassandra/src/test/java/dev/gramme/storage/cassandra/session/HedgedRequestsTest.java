package dev.gramme.storage.cassandra.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.specex.SpeculativeExecutionPolicy;
import dev.gramme.storage.cassandra.TestCassandra;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How often the driver hedges a request, with the settings of the store. */
@Tag("long")
@Tag("slow")
final class HedgedRequestsTest {
  private static final SimpleStatement READ =
      SimpleStatement.newInstance("SELECT value FROM rows").setIdempotent(true);

  private CqlSession session;
  private SpeculativeExecutionPolicy policy;
  private Node node;

  @BeforeEach
  void open() {
    session = SessionFactory.open(TestCassandra.options());
    policy = session.getContext().getSpeculativeExecutionPolicy("default");
    node = session.getMetadata().getNodes().values().iterator().next();
  }

  @AfterEach
  void close() {
    session.close();
  }

  /** How many nodes receive a request if none of them answers. */
  private int nodesWithoutAnswer() {
    int nodes = 1;
    while (policy.nextExecution(node, null, READ, nodes) >= 0) {
      nodes++;
    }
    return nodes;
  }

  @Test
  void each_further_node_gets_a_request_later_and_at_most_three_nodes_get_it() {
    long second = policy.nextExecution(node, null, READ, 1);
    long third = policy.nextExecution(node, null, READ, 2);
    assertThat(second).isPositive();
    assertThat(third).isGreaterThan(second);
    assertThat(policy.nextExecution(node, null, READ, 3)).isNegative();
  }

  @Test
  void hedges_stay_a_fifth_of_all_requests_when_no_node_answers_in_time() {
    IntStream.range(0, 100).forEach(_ -> nodesWithoutAnswer());
    int sent = IntStream.range(0, 1000).map(_ -> nodesWithoutAnswer()).sum();
    assertThat(sent).isBetween(1150, 1250);
  }

  @Test
  void after_many_hedges_a_request_is_hedged_later() {
    long atRest = policy.nextExecution(node, null, READ, 1);
    // Every request goes to two nodes, until the budget is used up.
    IntStream.range(0, 12).forEach(_ -> policy.nextExecution(node, null, READ, 2));
    assertThat(policy.nextExecution(node, null, READ, 1)).isGreaterThan(5 * atRest);
  }

  @Test
  void after_an_overload_requests_are_hedged_early_again() {
    long atRest = policy.nextExecution(node, null, READ, 1);
    IntStream.range(0, 1000).forEach(_ -> nodesWithoutAnswer());
    IntStream.range(0, 120).forEach(_ -> policy.nextExecution(node, null, READ, 1));
    assertThat(policy.nextExecution(node, null, READ, 1)).isEqualTo(atRest);
    assertThat(nodesWithoutAnswer()).isEqualTo(3);
  }
}
