package dev.gramme.apps.grid.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.apps.browser.Browser;
import dev.gramme.apps.grid.domain.Issue;
import dev.gramme.apps.web.JsonServer;
import dev.gramme.apps.web.command.Settings;
import dev.gramme.apps.web.database.Database;
import dev.gramme.embedded.Gramme;
import dev.gramme.testkit.Eventually;
import dev.gramme.toolkit.client.DelegatingClient;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** Compares what the page shows and causes with the records in the tables. */
@Tag("long")
@Tag("slow")
final class PageRecordsTest {
  private static final int ISSUES = 130;
  private static final String COUNT = "%d issues shown, all of them";

  /** Records the issues whose index entries are written: each transaction checks its issue. */
  private static final class IndexedIssues extends DelegatingClient {
    private final Queue<String> checked = new ConcurrentLinkedQueue<>();

    IndexedIssues(DynamoDbClient client) {
      super(client);
    }

    @Override
    protected <T extends DynamoDbRequest, R extends DynamoDbResponse> R call(
        T request, Function<T, R> operation) {
      R response = operation.apply(request);
      if (request instanceof TransactWriteItemsRequest all) {
        all.transactItems().stream()
            .filter(action -> action.conditionCheck() != null)
            .map(action -> action.conditionCheck().key())
            .map(key -> String.valueOf(Objects.requireNonNull(key.get("id")).s()))
            .forEach(checked::add);
      }
      return response;
    }

    boolean contains(String issue) {
      return checked.contains(issue);
    }
  }

  private static Gramme gramme;
  private static IndexedIssues indexed;
  private static Application application;

  @BeforeAll
  static void start() throws Exception {
    gramme = Gramme.inMemory();
    indexed = new IndexedIssues(gramme.client());
    application =
        Application.start(
            Settings.read(
                Main.SERVE,
                Main.PREFIX,
                Map.of(),
                "--issues",
                "" + ISSUES,
                "--fields",
                "4",
                "--filled",
                "0.5"),
            new Database("memory", "recording", indexed, gramme.streamsClient(), () -> {}),
            new JsonServer(0));
  }

  @AfterAll
  static void stop() {
    application.close();
    gramme.close();
  }

  private static URI uri(String path) {
    return URI.create("http://127.0.0.1:" + application.port() + path);
  }

  private static String get(String path) {
    try (var http = HttpClient.newHttpClient()) {
      return http.send(HttpRequest.newBuilder(uri(path)).build(), BodyHandlers.ofString()).body();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** The number of the project's issues according to a scan of the design's table. */
  private static int records(String design) {
    return switch (design) {
      case "classic", "document" -> count("grid-" + design + "-issues", "project", "RAIL");
      case "prejoined" -> count("grid-prejoined-issues", "owner", "PROJECT#RAIL");
      default ->
          gramme.client().listTables().tableNames().stream()
              .filter(table -> table.startsWith("grid-single-"))
              .mapToInt(table -> count(table, "related", "PROJECT#RAIL"))
              .sum();
    };
  }

  private static int count(String table, String attribute, String value) {
    return gramme
        .client()
        .scanPaginator(request ->
            request
                .tableName(table)
                .select(Select.COUNT)
                // In the single table, other items than issues belong to a project, too.
                .filterExpression("#of = :of AND attribute_exists(#version)")
                .expressionAttributeNames(Map.of("#of", attribute, "#version", "version"))
                .expressionAttributeValues(Map.of(":of", AttributeValue.fromS(value))))
        .stream()
        .mapToInt(page -> page.count())
        .sum();
  }

  private static void awaitCount(Browser browser, String design) {
    String expected = COUNT.formatted(records(design));
    for (int pages = 0; pages < 10 && !browser.text("#count").contains("all"); pages++) {
      String shown = browser.text("#count");
      browser.run("document.querySelector('#scroll').scrollTop = 1e6");
      browser.awaitTexts("#count", counts -> !counts.getFirst().equals(shown));
    }
    browser.awaitTexts("#count", List.of(expected)::equals);
  }

  @Tag("long")
  @Test
  void the_footer_counts_as_many_issues_as_the_table_has_in_every_design_and_order() {
    try (var browser = Browser.start()) {
      browser.open(uri("/"));
      browser.awaitElement("#body tr");
      for (String design : List.of("classic", "prejoined", "single", "document")) {
        browser.click("#design-" + design);
        browser.awaitElement("#designs[data-shown=" + design + "]");
        assertThat(records(design)).isEqualTo(ISSUES);
        awaitCount(browser, design);
        for (int added = 0; added < 2; added++) {
          browser.click("#add");
          browser.awaitElement("#cell-0-2 input");
          browser.press(Keys.ESCAPE);
        }
        assertThat(records(design)).isEqualTo(ISSUES + 2);
        browser.awaitTexts("#count", List.of(COUNT.formatted(ISSUES + 2))::equals);
        browser.click("#cell-0-1 button");
        browser.awaitTexts("#what", texts -> texts.getFirst().endsWith("deleted"));
        assertThat(records(design)).isEqualTo(ISSUES + 1);
        browser.awaitTexts("#count", List.of(COUNT.formatted(ISSUES + 1))::equals);
        if (design.equals("document")) {
          awaitIndex();
        }
        // Issues without the field are counted once, too.
        for (String field : List.of("date-1", "number")) {
          browser.click("#head-" + field);
          browser.awaitElement("#head-" + field + "[aria-sort=ascending]");
          browser.awaitTexts("#count", counts -> counts.getFirst().matches("[1-9].*"));
          awaitCount(browser, design);
        }
      }
      assertThat(browser.errors()).isEmpty();
    }
  }

  private static void awaitIndex() {
    Eventually.holds(
        "the index equals the issues", () -> get("/index/comparison").contains("\"equal\":true"));
  }

  /** The event filter of the document design, which the page's changes go through. */
  @Test
  void changes_of_an_issue_without_values_cause_no_request_for_the_index() {
    try (var browser = Browser.start()) {
      browser.open(uri("/"));
      browser.click("#design-document");
      browser.awaitElement("#designs[data-shown=document]");
      String first = added(browser);
      awaitIndexed(first);
      // Without title and state it has no values.
      for (String field : List.of("Title", "State")) {
        browser.press(Keys.ENTER);
        browser.awaitElement("#body tr:first-child input");
        browser.press(Keys.BACK_SPACE, Keys.ENTER);
        browser.awaitTexts("#what", texts -> texts.getFirst().startsWith(field + " of #"));
        browser.press(Keys.ARROW_RIGHT);
      }
      awaitIndex();
      indexed.checked.clear();

      browser.click("#cell-0-1 button");
      browser.awaitTexts("#what", texts -> texts.getFirst().endsWith("deleted"));
      browser.awaitTexts("#consumer", texts -> texts.getFirst().contains("for the last change"));
      // An issue with values is indexed.
      awaitIndexed(added(browser));
      assertThat(indexed.contains(first)).isFalse();
      assertThat(browser.errors()).isEmpty();
    }
  }

  private static void awaitIndexed(String issue) {
    Eventually.holds(issue + " is indexed", () -> indexed.contains(issue));
  }

  /** Adds an issue on the page, whose title is then active, and returns its id. */
  private static String added(Browser browser) {
    browser.click("#add");
    browser.awaitElement("#cell-0-2 input");
    browser.press(Keys.ESCAPE);
    return Issue.id("RAIL", Long.parseLong(browser.text("#cell-0-0")));
  }
}
