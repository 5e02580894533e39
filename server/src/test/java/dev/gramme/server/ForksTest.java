package dev.gramme.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.model.Wording;
import dev.gramme.server.settings.Settings;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Forks of databases in memory, through the page of the console. */
class ForksTest {
  private static final Settings SETTINGS = settings();

  private static Settings settings() {
    try {
      return Settings.read(List.of("--port", "0", "--in-memory"), Map.of());
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static String fork(Node node, String body) throws Exception {
    var request =
        HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + node.port() + "/console/live/forks"))
            .POST(BodyPublishers.ofString(body))
            .build();
    try (var client = HttpClient.newHttpClient()) {
      var answer = client.send(request, BodyHandlers.ofString());
      return answer.statusCode() + " " + answer.body().strip();
    }
  }

  @Test
  void a_removed_fork_no_longer_counts() {
    var options =
        new Database.Options(InstantSource.system(), "000000000000", Wording.CURRENT, "us-east-1");
    var forks = new Forks(SETTINGS, (store, region) -> Database.open(store, options));
    forks.newStore("us-east-1");
    for (int i = 0; i < 3; i++) {
      try (Database fork = forks.open("us-east-1", "trial", "us-east-1").orElseThrow()) {
        assertThat(fork.region()).isEqualTo("us-east-1");
        assertThat(forks.count()).isOne();
      }
      forks.forget("trial");
      assertThat(forks.count()).isZero();
    }
  }

  @Test
  void what_is_wrong_with_a_request_is_said_in_one_line() throws Exception {
    try (Node node = Node.start(SETTINGS)) {
      assertThat(fork(node, "{\"name\":\"trial\"}")).startsWith("200 ");
      assertThat(fork(node, "{\"name\":\"trial\"}")).isEqualTo("400 trial exists already");
      assertThat(fork(node, "{\"name\":\"eu-west-1\"}"))
          .isEqualTo("400 eu-west-1 is the name of a region, not of a fork");
      assertThat(fork(node, "{\"name\":\"x\",\"of\":\"nowhere\"}"))
          .isEqualTo("400 there is no region nowhere");
      for (String body : List.of("", "no JSON", "[]", "a".repeat(1 << 20))) {
        assertThat(fork(node, body)).isEqualTo("400 the body is not JSON with a name");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--data=data",
        "--store=postgres --postgres-url=postgresql://127.0.0.1/gramme",
        "--store=cassandra --contact-points=127.0.0.1:9042"
      })
  void only_databases_in_memory_have_forks(String store) throws Exception {
    var forks =
        new Forks(
            Settings.read(List.of(store.split(" ")), Map.of()),
            (opened, region) -> {
              throw new AssertionError(region);
            });
    assertThat(forks.obstacle()).hasValue("only a server with --in-memory can fork its databases");
  }
}
