package dev.gramme.conformance.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.testkit.Eventually;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tags, policies, backups, exports, imports, and the live view of the server in the console. */
@Tag("slow")
class ConsoleServiceTest extends ConsoleInBrowser {
  @TempDir private static Path buckets;

  @Override
  ConsoleServer startServer() throws Exception {
    return new ConsoleServer("--buckets=" + buckets, "--throttling=service");
  }

  @Override
  String expectedErrors() {
    return "the server responded with a status of 40[01]";
  }

  @Test
  void tags_and_the_resource_policy_of_a_table_are_set_and_removed() throws Exception {
    server.createTable("tagged", "S");
    browser.open(server.view("table/tagged", "tab", "details"));
    browser.type("[name=tagKey]", "team");
    browser.type("[name=tagValue]", "north");
    browser.click("[data-action=tag]");
    browser.awaitTexts(".tags li span", List.of("team north")::equals);
    browser.click("[data-action=untag]");
    browser.awaitTexts(".tags li", List::isEmpty);

    browser.type("[name=policy]", "{\"Version\":");
    browser.click("[data-action=save-policy]:enabled");
    browser.awaitElement("main .error");
    browser.type(
        "[name=policy]",
        """
        {"Version":"2012-10-17","Statement":[{"Sid":"readers","Effect":"Allow",
         "Principal":{"AWS":"arn:aws:iam::000000000000:user/ada"},"Action":"dynamodb:GetItem",
         "Resource":"arn:aws:dynamodb:us-east-1:000000000000:table/tagged"}]}
        """);
    browser.click("[data-action=save-policy]:enabled");
    browser.awaitElement("[data-action=delete-policy]:enabled");
    assertThat(
            server
                .send(
                    "GetResourcePolicy",
                    "{\"ResourceArn\":\"arn:aws:dynamodb:us-east-1:000000000000:table/tagged\"}")
                .path("Policy")
                .asText())
        .contains("readers");
    browser.click("[data-action=delete-policy]");
    browser.awaitTexts("dialog h2", List.of("Delete the policy of tagged")::equals);
    assertThat(browser.texts("[data-action=delete-policy]")).hasSize(1);
    browser.click("dialog [data-action=confirm]");
    browser.awaitTexts("[data-action=delete-policy]", List::isEmpty);
    browser.awaitTexts("dialog", List::isEmpty);
  }

  @Test
  void a_backup_is_made_restored_and_deleted() throws Exception {
    server.createTable("kept", "S");
    server.put("kept", "{\"pk\":{\"S\":\"a\"},\"sk\":{\"S\":\"1\"}}");
    browser.open(server.view("table/kept", "tab", "backups"));
    browser.click("[data-action=backup]");
    browser.type("[name=backup]", "before-the-change");
    browser.click("dialog [type=submit]");
    browser.awaitTexts(
        ".backups tbody tr",
        rows -> rows.size() == 1 && rows.getFirst().contains("USER AVAILABLE"));
    browser.click("[data-action=restore]");
    browser.type("[name=target]", "kept-again");
    browser.click("dialog [type=submit]");
    browser.click("main [role=status] a");
    browser.awaitTexts("h1", List.of("kept-again")::equals);
    browser.awaitTexts("main .title .state", List.of("ACTIVE")::equals);
    assertThat(server.send("Scan", "{\"TableName\":\"kept-again\"}").path("Count").asInt()).isOne();

    browser.open(server.view("backups"));
    browser.click("[data-action=delete-backup]");
    browser.click("[data-action=confirm-delete-backup]");
    browser.awaitTexts(".backups tbody tr", List::isEmpty);
  }

  @Test
  void an_export_to_a_folder_and_an_import_from_a_folder_end_with_their_counts() throws Exception {
    Files.createDirectories(buckets.resolve("outgoing"));
    server.createTable("shipped", "S");
    server.send(
        "UpdateContinuousBackups",
        """
        {"TableName":"shipped",
         "PointInTimeRecoverySpecification":{"PointInTimeRecoveryEnabled":true}}
        """);
    server.put("shipped", "{\"pk\":{\"S\":\"a\"},\"sk\":{\"S\":\"1\"}}");
    browser.open(server.view("table/shipped", "tab", "backups"));
    browser.click("[data-action=start-export]");
    browser.type("[name=bucket]", "outgoing");
    browser.click("dialog [type=submit]");
    browser.awaitTexts(
        ".exports tbody tr",
        rows -> rows.size() == 1 && rows.getFirst().matches("(?s).* outgoing .* 1 .* COMPLETED"));

    Files.createDirectories(buckets.resolve("incoming"));
    Files.writeString(buckets.resolve("incoming/people.csv"), "pk,sk\nada,1\nbob,2\n");
    browser.open(server.view("backups"));
    browser.click("[data-action=start-import]");
    browser.type("[name=bucket]", "incoming");
    browser.choose("[name=format]", "CSV");
    browser.choose("[name=compression]", "NONE");
    browser.type(
        "[name=table]",
        """
        {"TableName":"people","BillingMode":"PAY_PER_REQUEST",
         "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],
         "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}]}
        """);
    browser.click("dialog [type=submit]");
    browser.awaitTexts(
        ".imports tbody tr",
        rows -> rows.size() == 1 && rows.getFirst().matches("people incoming .* 2 0 COMPLETED"));
  }

  @Test
  void the_live_view_shows_operations_throughput_and_hot_keys() throws Exception {
    server.createTable("busy", "S");
    browser.open(server.view("live"));
    browser.choose("[name=insights]", "busy");
    browser.click("[data-action=insights]");
    var _ =
        Eventually.get(
            "the keys of the table are counted",
            () ->
                server
                    .send("DescribeContributorInsights", "{\"TableName\":\"busy\"}")
                    .path("ContributorInsightsStatus")
                    .asText(),
            "ENABLED"::equals);
    for (int i = 0; i < 5; i++) {
      server.put("busy", "{\"pk\":{\"S\":\"hot\"},\"sk\":{\"S\":\"%d\"}}".formatted(i));
    }
    server.put("busy", "{\"pk\":{\"S\":\"cold\"},\"sk\":{\"S\":\"1\"}}");
    browser.awaitTexts(
        ".operations tbody tr",
        rows -> rows.stream().anyMatch(row -> row.matches("PutItem .* ms .* ms [0-9]+ 0")));
    browser.awaitTexts(
        ".throttles tbody tr", rows -> rows.stream().anyMatch(row -> row.startsWith("busy ")));
    browser.awaitTexts(
        ".heat li",
        keys ->
            keys.stream().anyMatch(key -> key.startsWith("hot\n"))
                && keys.stream().anyMatch(key -> key.startsWith("cold\n")));
    assertThat(browser.text(".figures dd")).matches("[0-9.,]+");
  }

  @Tag("long")
  @Test
  void behind_a_proxy_the_live_view_and_the_functions_of_a_stream_ask_for_the_admin_token()
      throws Exception {
    try (var guarded = new ConsoleServer("--admin-port=0", "--functions")) {
      guarded.createTable("streamed", "S");
      guarded.send(
          "UpdateTable",
          """
          {"TableName":"streamed",
           "StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_AND_OLD_IMAGES"}}
          """);
      browser.open(guarded.view(""));
      browser.awaitElement("main h1");
      // What a proxy adds to each request.
      browser.run(
          """
          const send = window.fetch;
          window.fetch = (address, options) => String(address).startsWith('/console/live/')
            ? send(address, {...options, headers: {...options.headers, 'x-forwarded-for': '192.0.2.1'}}) : send(address, options);
          location.hash = '#/live';
          """);
      browser.type("[name=token]", "wrong");
      browser.click("main form [type=submit]");
      assertThat(browser.text("main .error")).contains("These pages need the admin token.");
      assertThat(browser.texts(".operations")).isEmpty();
      browser.type("[name=token]", guarded.adminToken());
      browser.click("main form [type=submit]");
      browser.awaitElement(".operations tbody th");
      browser.awaitTexts("main .error", List::isEmpty);

      browser.run("location.hash = '#/table/streamed?tab=stream'");
      browser.type("[name=token]", guarded.adminToken());
      browser.click("main form [type=submit]");
      browser.awaitElement(".functions .shards");
      // The token stays in the page.
      assertThat(browser.run("return JSON.stringify([{...localStorage}, {...sessionStorage}])"))
          .asString()
          .doesNotContain(guarded.adminToken());
    }
  }

  @Test
  void the_pages_of_the_live_view_are_read_only_and_need_the_token_behind_a_proxy()
      throws Exception {
    var metrics = server.get("/console/live/metrics");
    assertThat(metrics.statusCode()).isEqualTo(200);
    assertThat(metrics.body()).contains("gramme_");
    assertThat(metrics.headers().firstValue("Cache-Control")).contains("no-store");
    assertThat(server.get("/console/live/metrics", "X-Forwarded-For", "192.0.2.1").statusCode())
        .isEqualTo(401);
    assertThat(server.get("/console/live/clock").statusCode()).isEqualTo(404);
    assertThat(server.get("/console/live/status", "Origin", "http://example.com").statusCode())
        .isEqualTo(403);
  }
}
