package dev.gramme.storage.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.specex.SpeculativeExecutionPolicy;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How often the driver asks again before it has an answer, as the store has set it up. */
final class HedgesTest {
  private static final SimpleStatement READ =
      SimpleStatement.newInstance("SELECT value FROM rows").setIdempotent(true);

  private CqlSession session;
  private SpeculativeExecutionPolicy policy;
  private Node node;

  @BeforeEach
  void open() {
    session = Session.open(TestCassandra.options());
    policy = session.getContext().getSpeculativeExecutionPolicy("default");
    node = session.getMetadata().getNodes().values().iterator().next();
  }

  @AfterEach
  void close() {
    session.close();
  }

  /** How many nodes are asked if none of them answers. */
  private int askedWithoutAnswer() {
    int asked = 1;
    while (policy.nextExecution(node, null, READ, asked) >= 0) {
      asked++;
    }
    return asked;
  }

  @Test
  void the_next_node_is_asked_later_and_later_and_no_more_than_three_are() {
    long second = policy.nextExecution(node, null, READ, 1);
    long third = policy.nextExecution(node, null, READ, 2);
    assertThat(second).isPositive();
    assertThat(third).isGreaterThan(second);
    assertThat(policy.nextExecution(node, null, READ, 3)).isNegative();
  }

  @Test
  void what_is_asked_again_stays_a_part_of_all_when_nothing_is_answered_in_time() {
    IntStream.range(0, 100).forEach(_ -> askedWithoutAnswer());
    int asked = IntStream.range(0, 1000).map(_ -> askedWithoutAnswer()).sum();
    assertThat(asked).isBetween(1150, 1250);
  }

  @Test
  void when_much_is_slow_only_what_takes_even_longer_is_asked_again() {
    long atRest = policy.nextExecution(node, null, READ, 1);
    // All are asked of two nodes, until what was saved for that is used up.
    IntStream.range(0, 12).forEach(_ -> policy.nextExecution(node, null, READ, 2));
    assertThat(policy.nextExecution(node, null, READ, 1)).isGreaterThan(5 * atRest);
  }

  @Test
  void after_an_overload_slow_nodes_are_hedged_again() {
    long atRest = policy.nextExecution(node, null, READ, 1);
    IntStream.range(0, 1000).forEach(_ -> askedWithoutAnswer());
    IntStream.range(0, 120).forEach(_ -> policy.nextExecution(node, null, READ, 1));
    assertThat(policy.nextExecution(node, null, READ, 1)).isEqualTo(atRest);
    assertThat(askedWithoutAnswer()).isEqualTo(3);
  }
}
