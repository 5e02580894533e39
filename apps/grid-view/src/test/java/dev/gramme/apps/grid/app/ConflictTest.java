package dev.gramme.apps.grid.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.apps.browser.Browser;
import dev.gramme.apps.grid.design.Design;
import dev.gramme.apps.grid.domain.Field;
import dev.gramme.apps.web.JsonServer;
import dev.gramme.apps.web.command.Settings;
import dev.gramme.apps.web.database.Database;
import dev.gramme.embedded.Gramme;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;

/** Writes that conflict with another transaction, as the service and not Gramme refuses them. */
@Tag("slow")
final class ConflictTest {
  private static final int SOME = 3;
  private static final int ALL = Integer.MAX_VALUE;

  /** More fields than one transaction changes. */
  private static final int MANY = 100;

  private static final String BUSY = "is being changed by others; try again";

  private static Gramme gramme;
  private static RefusingClient client;
  private static Application application;

  @BeforeAll
  static void start() throws Exception {
    gramme = Gramme.inMemory();
    client = new RefusingClient(gramme.client());
    application =
        Application.start(
            Settings.read(Main.SERVE, Main.PREFIX, Map.of(), "--issues", "30", "--fields", "4"),
            new Database("memory", "refusing", client, gramme.streamsClient(), () -> {}),
            new JsonServer(0));
  }

  @AfterAll
  static void stop() {
    application.close();
    gramme.close();
  }

  private static HttpResponse<String> ask(String method, String path, String body)
      throws Exception {
    try (var http = HttpClient.newHttpClient()) {
      return http.send(
          HttpRequest.newBuilder(uri(path)).method(method, BodyPublishers.ofString(body)).build(),
          BodyHandlers.ofString());
    }
  }

  private static URI uri(String path) {
    return URI.create("http://127.0.0.1:" + application.port() + path);
  }

  private static String issues(String design) {
    return "/designs/" + design + "/projects/RAIL/issues";
  }

  private static String title(String text, String version) {
    return "{\"version\": %s, \"values\": {\"text-title\": \"%s\"}}".formatted(version, text);
  }

  private static String version(String path) throws Exception {
    return member(ask("GET", path, "").body(), "version");
  }

  private static String member(String json, String name) {
    return json.replaceAll("(?s).*\"" + name + "\":([0-9]+).*", "$1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"classic", "prejoined", "single", "document"})
  void a_write_that_conflicts_with_a_transaction_that_ends_soon_is_made(String design)
      throws Exception {
    client.refuse(0, SOME);
    var created = ask("POST", issues(design), title("New", "0"));
    assertThat(created.statusCode()).as(created.body()).isEqualTo(200);
    assertThat(client.left()).isZero();

    String issue = issues(design) + "/" + member(created.body(), "number");
    client.refuse(0, SOME);
    var changed = ask("PATCH", issue, title("Changed", "1"));
    assertThat(changed.statusCode()).as(changed.body()).isEqualTo(200);
    assertThat(ask("GET", issue, "").body()).contains("\"text-title\":\"Changed\"");

    client.refuse(0, SOME);
    var deleted = ask("DELETE", issue, "");
    assertThat(deleted.statusCode()).as(deleted.body()).isEqualTo(200);
    assertThat(client.left()).isZero();
    assertThat(ask("GET", issue, "").statusCode()).isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(strings = {"single", "document"})
  void a_write_that_conflicts_for_seconds_is_answered_with_409_and_changes_nothing(String design)
      throws Exception {
    String issue = issues(design) + "/8";
    String before = ask("GET", issue, "").body().replaceAll(",\"cost\".*", "");
    client.refuse(0, ALL);
    refused(ask("PATCH", issue, title("Changed", version(issue))), "RAIL-8 " + BUSY);
    refused(ask("DELETE", issue, ""), "others are writing the same items; try again");
    refused(
        ask("POST", issues(design), title("New", "0")),
        "others are writing the same items; try again");
    client.refuse(0, 0);
    assertThat(ask("GET", issue, "").body()).startsWith(before);
  }

  private static void refused(HttpResponse<String> answer, String text) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(409);
    assertThat(answer.body()).contains(text).doesNotContain("Exception", "Transaction", "error ");
  }

  @Test
  void a_change_of_several_steps_that_conflicts_between_them_says_how_many_were_made()
      throws Exception {
    String path = "/designs/single/projects/WIDE/issues/1";
    var fields =
        Design.SINGLE.grid(application.clients()).directory().project("WIDE").stream()
            .flatMap(project -> project.fields().stream())
            .map(Field::id)
            .filter(id -> id.startsWith("text-"))
            .limit(MANY)
            .toList();
    assertThat(fields).hasSize(MANY);
    String values =
        fields.stream()
            .map(id -> "\"%s\": \"Step\"".formatted(id))
            .collect(Collectors.joining(", ", "{", "}"));
    client.refuse(1, ALL);
    refused(
        ask("PATCH", path, "{\"version\": %s, \"values\": %s}".formatted(version(path), values)),
        "WIDE-1 " + BUSY + "; the first 1 steps of the change stay");
    client.refuse(0, 0);
  }

  @Test
  void the_page_explains_a_conflict_and_keeps_the_values_until_the_change_is_repeated()
      throws Exception {
    try (var browser = Browser.start()) {
      browser.open(uri("/"));
      for (String design : List.of("single", "document")) {
        browser.click("#design-" + design);
        browser.awaitElement("#designs[data-shown=" + design + "]");
        String before = browser.text("#cell-4-2");
        client.refuse(0, ALL);
        title(browser, "Mine");
        browser.awaitTexts(
            "#said",
            texts ->
                texts.getFirst().startsWith("RAIL-5 " + BUSY)
                    && texts.getFirst().endsWith("\"Mine\" is not saved"));
        assertThat(browser.text("#cell-4-2")).isEqualTo(before);
        browser.click("#cell-4-1 button");
        browser.awaitTexts(
            "#said", List.of("others are writing the same items; try again")::equals);

        client.refuse(0, SOME);
        title(browser, "Mine after all");
        browser.awaitTexts("#what", texts -> texts.getFirst().startsWith("Title of #5"));
        assertThat(browser.text("#cell-4-2")).isEqualTo("Mine after all");
        assertThat(browser.texts("#said")).containsExactly("");
      }
      assertThat(browser.errors()).allMatch(error -> error.contains("status of 409"));
    }
  }

  private static void title(Browser browser, String title) {
    browser.click("#cell-4-2");
    browser.awaitElement("#cell-4-2 input");
    browser.press(title, Keys.ENTER);
  }
}
