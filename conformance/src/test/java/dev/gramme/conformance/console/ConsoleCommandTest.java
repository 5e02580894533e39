package dev.gramme.conformance.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.apps.browser.Browser;
import dev.gramme.auth.identity.IdentitiesFile;
import dev.gramme.auth.identity.IdentitiesFile.Credentials;
import dev.gramme.conformance.support.DynamoDbLocal;
import dev.gramme.server.admin.PrivateFile;
import dev.gramme.server.endpoint.ConsoleCommand;
import dev.gramme.server.endpoint.TargetEndpoint;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The console of another endpoint: {@code ./gramme console}. */
class ConsoleCommandTest {
  private static final Credentials KEY = new Credentials("AKIDCONSOLE", "a+secret/with=signs");
  private static final String POLICY =
      """
      {"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"*","Resource":"*"}]}
      """;

  private static final int LANGUAGES = 5;

  /** The code of a request in all languages, for the endpoint and for AWS. */
  private static final String CODES =
      """
      return Promise.all(['api', 'code', 'toolkitcode'].map(name => import(`/console/${name}.js`)))
        .then(([{configuration}, {codeOf}, {toolkitCode}]) => {
          const input = {TableName: 'films', Key: {title: {S: 'Rush'}}};
          const table = {TableName: 'films', KeySchema: [{AttributeName: 'title', KeyType: 'HASH'}],
            AttributeDefinitions: [{AttributeName: 'title', AttributeType: 'S'}]};
          const all = () => ['cli', 'java', 'javascript', 'python'].map(language => codeOf(language, 'GetItem', input))
            .concat(toolkitCode('GetItem', input, {table})).join(' ');
          const here = all();
          configuration.endpoint = 'aws:work';
          return [here, all()];
        });
      """;

  @TempDir private Path folder;

  private static URI page(ConsoleCommand console, String view) {
    return URI.create("http://127.0.0.1:" + console.port() + "/console#/" + view);
  }

  private static int status(ConsoleCommand console, String target, String... fields)
      throws Exception {
    try (var client = HttpClient.newHttpClient()) {
      var request =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + console.port() + "/"))
              .header("X-Amz-Target", target)
              .POST(BodyPublishers.ofString("{}"));
      if (fields.length > 0) {
        request.headers(fields);
      }
      return client.send(request.build(), BodyHandlers.ofString()).statusCode();
    }
  }

  @Test
  @Tag("slow")
  void requests_for_another_endpoint_are_signed_by_the_process_and_not_by_the_page()
      throws Exception {
    Path file = folder.resolve("identities.json");
    var identities = IdentitiesFile.empty("000000000000").add("alice", KEY, Optional.of(POLICY));
    PrivateFile.write(file, identities.json());
    var environment = Map.of("AWS_ACCESS_KEY_ID", KEY.id(), "AWS_SECRET_ACCESS_KEY", KEY.secret());
    try (var server = new ConsoleServer("--identities=" + file);
        var console =
            ConsoleCommand.start(
                List.of("--endpoint=" + server.origin(), "--port", "0"), environment);
        var browser = Browser.start()) {
      create(browser, console);
      assertThat(browser.text(".who")).isEqualTo(server.origin() + "/ · us-east-1");
      assertThat(browser.texts("nav a")).doesNotContain("Live");
      assertThat(browser.run("return JSON.stringify({...localStorage, ...sessionStorage})"))
          .asString()
          .doesNotContain(KEY.secret());
      // Code has the address of the endpoint, which stays when this process ends; for AWS it has
      // none.
      assertThat(browser.run(CODES))
          .asInstanceOf(InstanceOfAssertFactories.list(String.class))
          .satisfiesExactly(
              here ->
                  assertThat(here.split(Pattern.quote(server.origin()), -1)).hasSize(LANGUAGES + 1),
              aws -> assertThat(aws).contains("us-east-1", "dynamodb").doesNotContain("://"))
          .noneMatch(code -> code.contains(":" + console.port()));
      // A table without a resource policy is answered with an error.
      assertThat(browser.errors()).allMatch(line -> line.contains("status of 400"));

      // Another page of the browser, or a name that resolves to this machine, uses no credentials.
      String target = "DynamoDB_20120810.ListTables";
      assertThat(status(console, target)).isEqualTo(200);
      assertThat(status(console, target, "Origin", "http://example.com")).isEqualTo(403);
      assertThat(status(console, "AmazonSQS.SendMessage")).isEqualTo(400);
    }
  }

  @Test
  @Tag("long")
  void the_tables_of_dynamodb_local_are_shown_and_changed() throws Exception {
    try (var local = DynamoDbLocal.start();
        var console =
            ConsoleCommand.start(
                List.of("--endpoint", local.uri().toString(), "--port=0"), Map.of());
        var browser = Browser.start()) {
      create(browser, console);
      browser.open(page(console, "table/films"));
      browser.click("[data-action=new]");
      browser.type("dialog [aria-label=title]", "Rush");
      browser.click("[data-action=save]");
      browser.awaitTexts("dialog", List::isEmpty);
      browser.awaitTexts(".count", List.of("1 item")::equals);
      browser.open(URI.create(page(console, "partiql") + "?s=SELECT%20*%20FROM%20%22films%22"));
      browser.awaitTexts("main tbody td:not(.mark)", List.of("Rush")::equals);
      browser.open(page(console, "table/films?tab=details"));
      browser.awaitElement("[data-action=delete]");
    }
  }

  private static void create(Browser browser, ConsoleCommand console) {
    browser.open(page(console, "create"));
    browser.type("[name=name]", "films");
    browser.type("[name=pk]", "title");
    browser.click("form [type=submit]");
    browser.awaitTexts("h1", List.of("films")::equals);
  }

  @Test
  void an_endpoint_of_aws_depends_on_the_region_and_never_leaves_awss_domain() {
    var aws = TargetEndpoint.of("aws:work");
    assertThat(aws.profile()).contains("work");
    assertThat(aws.of("eu-west-1", false))
        .contains(URI.create("https://dynamodb.eu-west-1.amazonaws.com/"));
    assertThat(aws.of("eu-west-1", true))
        .contains(URI.create("https://streams.dynamodb.eu-west-1.amazonaws.com/"));
    assertThat(aws.of("example.com/", false)).isEmpty();
    assertThat(aws.of("eu-west-1.example.com", false)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "amazon",
        "aws:",
        "ftp://host",
        "http://",
        "http://host/path",
        "http://user@host"
      })
  void another_endpoint_is_refused(String text) {
    assertThatThrownBy(() -> ConsoleCommand.start(List.of("--endpoint=" + text), Map.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
