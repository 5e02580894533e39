package dev.gramme.apps.savings.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.testkit.Eventually;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLTransientConnectionException;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Supervision and health with real processes, but without the system's servers. */
@Tag("slow")
final class SupervisorTest {
  @TempDir private Path folder;

  private final Supervisor supervisor = new Supervisor(InstantSource.system());
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void stop() {
    supervisor.close();
    threads.close();
  }

  /** A process of this class path that needs no time to be ready. */
  private static final class Child extends ChildServer {
    Child(Path log, String... command) throws IOException {
      super(log, List.of(command));
    }

    @Override
    void awaitAnswer(Process process) {}
  }

  private Health health(Health.Server... servers) {
    return new Health(supervisor, List.of(servers), threads);
  }

  @Test
  void a_consumer_whose_loop_fails_ends_its_process_is_restarted_and_shown_with_its_reason()
      throws Exception {
    var main = FailingConsumer.class.getName();
    var ran = folder.resolve("ran").toString();
    try (var consumer = new Child(folder.resolve("consumer.log"), "-Xmx128m", main, ran)) {
      supervisor.watch("stream consumer", consumer);
      Eventually.holds(
          "the consumer has been restarted",
          () -> supervisor.statuses().getFirst().restarts() == 1);

      var report = health().report();

      assertThat(report.status()).isEqualTo("UP");
      var process = report.processes().getFirst();
      assertThat(process.running()).isTrue();
      assertThat(process.ending()).contains("the broker refuses the group");
      assertThat(process.log()).endsWith("consumer.log");
    }
  }

  @Test
  void the_health_is_down_while_a_server_does_not_answer_and_says_which_one_and_why() {
    var silent = new CountDownLatch(1);
    var report =
        health(
                new Health.Server("Tables", "http://127.0.0.1:1", () -> "here"),
                new Health.Server(
                    "Kafka",
                    "127.0.0.1:2",
                    () -> {
                      throw new IOException("connection refused");
                    }),
                new Health.Server(
                    "PostgreSQL",
                    "jdbc:postgresql://127.0.0.1:3/",
                    () -> {
                      silent.await();
                      return "";
                    }))
            .report();
    silent.countDown();

    assertThat(report.isUp()).isFalse();
    assertThat(report.servers())
        .containsExactly(
            new Health.Answer("Tables", "http://127.0.0.1:1", true, null),
            new Health.Answer("Kafka", "127.0.0.1:2", false, "connection refused"),
            new Health.Answer(
                "PostgreSQL", "jdbc:postgresql://127.0.0.1:3/", false, "no answer within 3 s"));
  }

  @Test
  void a_failure_is_explained_by_its_first_cause() {
    var refused = new IOException("Connection to 127.0.0.1:3 refused");
    var pool = new SQLTransientConnectionException("HikariPool-1: timed out", refused);

    assertThat(Health.root(pool)).isEqualTo("Connection to 127.0.0.1:3 refused");
    assertThat(Health.root(new IOException((String) null))).isEqualTo("IOException");
  }

  @Test
  void the_server_of_the_tables_starts_with_the_class_path_of_the_system() throws Exception {
    try (var server = GrammeServer.start(folder)) {
      assertThat(server.process().isAlive()).isTrue();
    }
  }

  @Test
  void a_server_that_does_not_start_is_reported_with_the_last_message_of_its_log() {
    assertThatThrownBy(() -> GrammeServer.start(folder, "--nonsense=1"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("gramme.log")
        .hasMessageContaining("nonsense");
  }
}
