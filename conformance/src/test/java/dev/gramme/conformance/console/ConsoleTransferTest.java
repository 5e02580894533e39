package dev.gramme.conformance.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.transfer.s3.Link;
import dev.gramme.transfer.s3.S3Server;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Exports and imports by the server in the console, with the buckets of an S3 server. The link to
 * it can hold a running job.
 */
@Tag("slow")
class ConsoleTransferTest extends ConsoleInBrowser {
  private final S3Server s3;
  private final Link link;

  ConsoleTransferTest() throws Exception {
    s3 = new S3Server().withBucket("outgoing");
    link = new Link(s3.endpoint().uri());
  }

  @Override
  ConsoleServer startServer() throws Exception {
    return new ConsoleServer(
        "--s3-endpoint=" + link.uri(),
        "--s3-access-key=reader",
        "--s3-secret-key=secret",
        "--movable-clock",
        "--admin-port=0");
  }

  @AfterAll
  @Override
  void stop() throws Exception {
    browser.close();
    link.mend();
    server.close();
    link.close();
    s3.close();
  }

  private void createRecoverable(String table) throws Exception {
    server.createTable(table, "S");
    server.send(
        "UpdateContinuousBackups",
        """
        {"TableName":"%s",
         "PointInTimeRecoverySpecification":{"PointInTimeRecoveryEnabled":true}}
        """
            .formatted(table));
  }

  private void put(String table, String sk) throws Exception {
    server.put(table, "{\"pk\":{\"S\":\"a\"},\"sk\":{\"S\":\"%s\"}}".formatted(sk));
  }

  /** Opens the form for an export of a table. */
  private void openExport(String table) {
    browser.open(server.view("table/" + table, "tab", "backups"));
    browser.click("[data-action=start-export]");
    browser.type("[name=bucket]", "outgoing");
  }

  private void awaitExport(String row) {
    browser.awaitTexts(
        ".exports tbody tr", rows -> !rows.isEmpty() && rows.getLast().matches("(?s)" + row));
  }

  @Test
  void a_running_export_and_import_are_shown_with_their_state_until_they_end() throws Exception {
    createRecoverable("shipped");
    put("shipped", "1");
    put("shipped", "2");
    link.hold();
    openExport("shipped");
    browser.click("dialog [type=submit]");
    awaitExport(".* shipped outgoing .* \u2013 \u2013 IN_PROGRESS");
    browser.open(server.view("live"));
    browser.awaitTexts(
        ".jobs tbody tr",
        rows -> rows.size() == 1 && rows.getFirst().matches("table export .* 1 runs"));
    browser.open(server.view("table/shipped", "tab", "backups"));
    awaitExport(".* IN_PROGRESS");
    // The view shows the end without a reload.
    link.mend();
    awaitExport(".* shipped outgoing .* 2 .* COMPLETED");

    String id = browser.text(".exports tbody th");
    browser.open(server.view("backups"));
    browser.click("[data-action=start-import]");
    browser.type("[name=bucket]", "outgoing");
    browser.type("[name=prefix]", "AWSDynamoDB/" + id + "/data/");
    browser.type(
        "[name=table]",
        """
        {"TableName":"received","BillingMode":"PAY_PER_REQUEST",
         "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}],
         "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"sk","AttributeType":"S"}]}
        """);
    link.hold();
    browser.click("dialog [type=submit]");
    browser.awaitTexts(
        ".imports tbody tr",
        rows -> rows.size() == 1 && rows.getFirst().matches("received outgoing.* IN_PROGRESS"));
    link.mend();
    browser.awaitTexts(
        ".imports tbody tr",
        rows -> rows.size() == 1 && rows.getFirst().matches("received outgoing.* 2 0 COMPLETED"));
    assertThat(browser.errors()).isEmpty();
  }

  @Tag("long")
  @Test
  void an_export_has_the_items_of_an_earlier_second_or_the_changes_of_a_period() throws Exception {
    createRecoverable("dated");
    var begin = Instant.now().truncatedTo(ChronoUnit.SECONDS).plusSeconds(1);
    server.advance(Duration.ofMinutes(10));
    put("dated", "1");
    server.advance(Duration.ofMinutes(10));
    var middle = begin.plus(Duration.ofMinutes(20)).plusSeconds(60);
    server.advance(Duration.ofMinutes(10));
    put("dated", "2");
    put("dated", "3");
    server.advance(Duration.ofMinutes(20));
    var end = begin.plus(Duration.ofMinutes(40));

    openExport("dated");
    browser.type("[name=time]", "noon");
    browser.click("dialog [type=submit]");
    assertThat(browser.text("dialog .error")).contains("\"noon\" is not a time such as ");
    browser.type("[name=time]", typed(middle));
    browser.click("dialog [type=submit]");
    awaitExport(".* dated outgoing %s UTC 1 .* COMPLETED".formatted(shown(middle)));

    browser.click("[data-action=start-export]");
    browser.type("[name=bucket]", "outgoing");
    browser.choose("[name=what]", "INCREMENTAL_EXPORT");
    browser.type("[name=from]", typed(middle));
    browser.type("[name=to]", typed(end));
    browser.choose("[name=view]", "NEW_IMAGE");
    assertThat(browser.violations()).isEmpty();
    browser.click("dialog [type=submit]");
    browser.awaitTexts(
        ".exports tbody tr",
        rows ->
            rows.stream()
                .anyMatch(row ->
                    row.matches(
                        "(?s).* dated outgoing %s UTC to %s UTC 2 .* COMPLETED"
                            .formatted(shown(middle), shown(end)))));
    var exports = server.send("ListExports", "{}").path("ExportSummaries");
    assertThat(exports)
        .extracting(export -> export.path("ExportType").asText())
        .contains("INCREMENTAL_EXPORT");
    assertThat(browser.errors()).isEmpty();
  }

  private static String typed(Instant time) {
    return time.toString().replace("Z", "");
  }

  private static String shown(Instant time) {
    return typed(time).replace('T', ' ');
  }
}
