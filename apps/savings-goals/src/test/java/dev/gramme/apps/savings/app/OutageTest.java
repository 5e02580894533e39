package dev.gramme.apps.savings.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.gramme.apps.browser.Browser;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * What the system reports while a server is down. The supervisor is stopped first, so that the
 * server stays down until the test starts it again.
 */
@Tag("slow")
@ExtendWith(SharedSystem.class)
final class OutageTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String GOALS = "/customers/p-00000001/goals";

  /** Kills a server as kill -9 does, and returns it, to be started again. */
  private static Supervisor.Child killed(
      RunningSystem system, Class<? extends Supervisor.Child> type) {
    var server =
        system.backends().started().stream()
            .filter(type::isInstance)
            .map(type::cast)
            .findFirst()
            .orElseThrow();
    assertThat(server.process().destroyForcibly()).isTrue();
    server.process().onExit().join();
    return server;
  }

  private static JsonNode named(JsonNode report, String list, String name) {
    for (var one : report.path(list)) {
      if (one.path("name").asText().equals(name)) {
        return one;
      }
    }
    throw new IllegalArgumentException(name + " is not in " + report);
  }

  private static String unavailable(HttpResponse<String> answer) throws Exception {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(503);
    assertThat(answer.body()).doesNotContain("Exception", "dev.gramme", "password");
    return JSON.readTree(answer.body()).path("error").asText();
  }

  @Test
  void the_health_and_the_routes_say_which_server_is_down_and_where_it_was(RunningSystem system)
      throws Exception {
    try (var browser = Browser.start()) {
      var backends = system.backends();
      backends.supervisor().close();
      assertThat(system.ask("/health").statusCode()).isEqualTo(200);

      var gramme = killed(system, GrammeServer.class);

      // All at once, since each waits for the same server.
      String bonds = GOALS + "/GOVERNMENT_BONDS";
      var report = system.later("GET", "/health");
      var goals = system.later("GET", GOALS);
      var drop = system.later("DELETE", bonds);
      browser.open(system.page().resolve("/#p-00000001"));

      var answer = report.get();
      assertThat(answer.statusCode()).isEqualTo(503);
      var health = JSON.readTree(answer.body());
      assertThat(health.path("status").asText()).isEqualTo("DOWN");
      var process = named(health, "processes", "Gramme");
      assertThat(process.path("running").asBoolean()).isFalse();
      assertThat(process.path("log").asText()).endsWith("gramme.log");
      assertThat(named(health, "processes", "PostgreSQL").path("running").asBoolean()).isTrue();
      var tables = named(health, "servers", "Tables");
      assertThat(tables.path("answers").asBoolean()).isFalse();
      assertThat(tables.path("address").asText()).isEqualTo(backends.dynamodb());
      assertThat(tables.path("failure").asText())
          .containsAnyOf("refused", "no answer within 3 s")
          .doesNotContain("Exception");
      assertThat(named(health, "servers", "Kafka").path("answers").asBoolean()).isTrue();

      String place = "the tables at " + backends.dynamodb() + ": the database does not answer: ";
      assertThat(unavailable(goals.get())).startsWith(place).endsWith(" (/status has details)");
      assertThat(unavailable(drop.get())).startsWith(place);
      // The refused change is not in the books either.
      assertThat(system.ask("/customers/p-00000001/offers").body())
          .containsPattern("GOVERNMENT_BONDS[^}]*\"chosen\":true");
      assertThat(system.ask("/customers").statusCode()).isEqualTo(200);

      browser.awaitTexts("#said.bad", texts -> texts.toString().contains(place));
      browser.open(system.page().resolve("/status"));
      browser.awaitTexts("#servers .ended", texts -> texts.toString().contains("Tables"));
      assertThat(browser.texts("#servers .ended").toString()).contains(backends.dynamodb());
      browser.awaitTexts("#processes .ended", texts -> texts.toString().contains("gramme.log"));

      gramme.restart();
      Waiting.until("all of it works", RunningSystem.LONG, () -> status(system) == 200);
      browser.awaitTexts("#all", texts -> texts.toString().contains("All servers answer"));
      // The tables are there, but no batch has run.
      assertThat(system.ask(GOALS).statusCode()).isEqualTo(404);
    }
  }

  @Test
  void a_route_that_reads_the_books_names_postgresql_and_its_address_while_it_is_down(
      RunningSystem system) throws Exception {
    var backends = system.backends();
    backends.supervisor().close();

    var postgres = killed(system, PostgresServer.class);

    var report = system.later("GET", "/health");
    assertThat(unavailable(system.ask("/customers")))
        .startsWith("PostgreSQL at " + backends.jdbcAddress() + ": ")
        .endsWith(" (/status has details)");
    var health = JSON.readTree(report.get().body());
    assertThat(named(health, "servers", "PostgreSQL").path("answers").asBoolean()).isFalse();
    assertThat(named(health, "servers", "Tables").path("answers").asBoolean()).isTrue();

    postgres.restart();
    Waiting.until("all of it works", RunningSystem.LONG, () -> status(system) == 200);
    assertThat(system.ask("/customers").statusCode()).isEqualTo(200);
  }

  private static int status(RunningSystem system) {
    try {
      return system.ask("/health").statusCode();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
