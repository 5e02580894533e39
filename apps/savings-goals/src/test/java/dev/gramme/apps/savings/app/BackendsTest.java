package dev.gramme.apps.savings.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.apps.web.command.StartException;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

final class BackendsTest {
  private final Supervisor supervisor = new Supervisor(InstantSource.system());
  private final List<String> closed = new ArrayList<>();

  /** Servers of which the first and the last one fail to stop. */
  private Deque<AutoCloseable> servers() {
    return new ArrayDeque<>(
        List.of(
            () -> {
              throw new IOException("Kafka");
            },
            () -> closed.add("Gramme"),
            () -> {
              throw new IOException("PostgreSQL");
            }));
  }

  @Test
  void all_servers_are_closed_and_every_failure_is_kept() {
    var backends = new Backends("aws", "k:1", "jdbc:postgresql:b", servers(), supervisor);
    assertThatThrownBy(backends::close)
        .hasMessage("a server did not stop")
        .hasRootCauseMessage("Kafka")
        .satisfies(failure ->
            assertThat(failure.getSuppressed())
                .extracting("message")
                .containsExactly("PostgreSQL"));
    assertThat(closed).containsExactly("Gramme");
  }

  @Test
  void the_reason_why_a_start_failed_is_thrown_even_if_closing_fails_too() {
    var reason = new StartException("a server could not be started: no port");
    assertThat(Backends.closed(reason, supervisor, servers())).isSameAs(reason);
    assertThat(reason.getSuppressed())
        .extracting("message")
        .containsExactly("a server did not stop");
    assertThat(closed).containsExactly("Gramme");
  }
}
