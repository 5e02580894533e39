package dev.gramme.conformance.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.gramme.apps.browser.Browser;
import dev.gramme.testkit.Eventually;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** The code of changed settings, tags, policies, backups, exports, imports and deletions. */
@Tag("slow")
class ConsoleSettingsCodeTest {
  private static final String TABLE = "{\"TableName\":\"tuned\"}";
  private static final String ARN = "arn:aws:dynamodb:us-east-1:000000000000:table/tuned";
  private static final String RESOURCE = "{\"ResourceArn\":\"%s\"}".formatted(ARN);

  @TempDir private Path folder;

  private final List<String> pieces = new ArrayList<>();

  private static String code(Browser browser, String operation, String language, String part) {
    String selector = ".codeof[data-operation=%s]".formatted(operation);
    browser.awaitElement(selector + " summary");
    // It stays open from one change to the next.
    if (browser.texts(selector + " pre").isEmpty()) {
      browser.click(selector + " summary");
    }
    browser.click("%s [data-tab=%s]".formatted(selector, language));
    browser.awaitElement("%s [data-tab=%s][aria-selected=true]".formatted(selector, language));
    browser.awaitTexts(selector + " pre", texts -> texts.getFirst().contains(part));
    return browser.text(selector + " pre");
  }

  /** Keeps the Java of the last change, which contains a text, and returns its number. */
  private int keep(Browser browser, String operation, String part) {
    pieces.add(code(browser, operation, "java", part));
    return pieces.size() - 1;
  }

  private static void await(
      ConsoleServer server, String operation, String input, String pointer, String expected)
      throws Exception {
    var _ =
        Eventually.get(
            operation + " has " + expected,
            () -> server.send(operation, input).at(pointer),
            node -> node.toString().contains(expected));
  }

  @Tag("long")
  @Test
  void the_code_of_a_change_makes_the_same_change_again() throws Exception {
    Files.createDirectories(folder.resolve("buckets/files"));
    try (var server = new ConsoleServer("--buckets=" + folder.resolve("buckets"));
        var browser = Browser.start()) {
      server.createTable("tuned", "S");
      browser.open(server.view("table/tuned", "tab", "details"));
      browser.click("[data-action=ttl]");
      browser.type("[name=choice]", "expires");
      browser.click("dialog [type=submit]");
      int expiry = keep(browser, "UpdateTimeToLive", "expires");
      assertThat(code(browser, "UpdateTimeToLive", "cli", "--time-to-live-specification"))
          .startsWith("aws dynamodb update-time-to-live \\");
      assertThat(code(browser, "UpdateTimeToLive", "toolkit", "UpdateTimeToLive"))
          .isEqualTo("// The toolkit has no code for this UpdateTimeToLive.");
      browser.click("[data-action=recovery]:enabled");
      int recovery = keep(browser, "UpdateContinuousBackups", "(true)");
      browser.click("[data-action=throughput]:enabled");
      browser.choose("[name=billing]", "PROVISIONED");
      browser.type("[name=reads]", "7");
      browser.click("dialog [type=submit]");
      int throughput = keep(browser, "UpdateTable", "7L");
      browser.click("[data-action=add-index]");
      browser.type("[name='index0.name']", "by-site");
      browser.type("[name='index0.pk']", "site");
      browser.click("dialog [type=submit]");
      int index = keep(browser, "UpdateTable", "by-site");
      browser.type("[name=tagKey]", "team");
      browser.type("[name=tagValue]", "north");
      browser.click("[data-action=tag]");
      int tag = keep(browser, "TagResource", "team");
      browser.click("[data-action=untag]");
      keep(browser, "UntagResource", "team");
      browser.type(
          "[name=policy]",
          """
          {"Version":"2012-10-17","Statement":[{"Sid":"readers","Effect":"Allow",
           "Principal":{"AWS":"arn:aws:iam::000000000000:user/ada"},"Action":"dynamodb:GetItem",
           "Resource":"%s"}]}
          """
              .formatted(ARN));
      browser.click("[data-action=save-policy]:enabled");
      int policy = keep(browser, "PutResourcePolicy", "readers");
      browser.click("[data-action=delete-policy]:enabled");
      browser.click("dialog [data-action=confirm]");
      keep(browser, "DeleteResourcePolicy", "Revision");
      assertThat(browser.violations()).isEmpty();

      browser.open(server.view("table/tuned", "tab", "backups"));
      browser.click("[data-action=backup]");
      browser.type("[name=backup]", "kept");
      browser.click("dialog [type=submit]");
      int backup = keep(browser, "CreateBackup", "kept");
      browser.click("[data-action=restore]");
      browser.type("[name=target]", "tuned-again");
      browser.click("dialog [type=submit]");
      int restore = keep(browser, "RestoreTableFromBackup", "tuned-again");
      browser.click("[data-action=start-export]");
      browser.type("[name=bucket]", "files");
      browser.click("dialog [type=submit]");
      keep(browser, "ExportTableToPointInTime", "files");
      browser.open(server.view("table/tuned", "tab", "time"));
      browser.click("[data-action=copy]:enabled");
      keep(browser, "RestoreTableToPointInTime", "tuned-as-of-");
      browser.open(server.view("backups"));
      browser.click("[data-action=start-import]");
      browser.type("[name=bucket]", "files");
      browser.type(
          "[name=table]",
          """
          {"TableName":"people","BillingMode":"PAY_PER_REQUEST",
           "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],
           "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}]}
          """);
      browser.click("dialog [type=submit]");
      keep(browser, "ImportTable", "people");
      assertThat(pieces.getLast()).doesNotContain("clientToken");
      browser.open(server.view("table/tuned", "tab", "details"));
      browser.click("[data-action=delete]");
      int deletion = keep(browser, "DeleteTable", "tuned");
      browser.press(Keys.ESCAPE);
      for (String input :
          List.of(
              "'ExportTableToPointInTime', {ExportTime: 1790000000}",
              "'ExportTableToPointInTime', {IncrementalExportSpecification: {ExportFromTime:"
                  + " 1790000000, ExportToTime: 1790001000, ExportViewType: 'NEW_IMAGE'}}",
              "'RestoreTableToPointInTime', {RestoreDateTime: 1790000000}")) {
        for (String language : List.of("java", "javascript", "python")) {
          var code =
              String.valueOf(
                  browser.run(
                      "return import('/console/code.js').then(({codeOf}) => codeOf('%s', %s))"
                          .formatted(language, input)));
          switch (language) {
            case "java" -> pieces.add(code);
            case "python" ->
                assertThat(code)
                    .startsWith("import datetime\n")
                    .contains("datetime.datetime.fromtimestamp(1790000000, datetime.timezone.utc)");
            default -> assertThat(code).contains("Time: new Date(1790000000000)");
          }
        }
      }

      var program = GeneratedJava.compile(GeneratedJava.program(pieces), folder.resolve("sdk"));
      server.send(
          "UpdateTimeToLive",
          """
          {"TableName":"tuned","TimeToLiveSpecification":{"Enabled":false,"AttributeName":"expires"}}
          """);
      program.run("Example", "" + expiry);
      await(
          server, "DescribeTimeToLive", TABLE, "/TimeToLiveDescription/TimeToLiveStatus", "ENABL");
      program.run("Example", "" + recovery);
      server.send(
          "UpdateTable",
          """
          {"TableName":"tuned","GlobalSecondaryIndexUpdates":[{"Delete":{"IndexName":"by-site"}}]}
          """);
      var _ =
          Eventually.get(
              "the table without its index",
              () -> server.send("DescribeTable", TABLE).at("/Table/GlobalSecondaryIndexes"),
              JsonNode::isMissingNode);
      server.send("UpdateTable", "{\"TableName\":\"tuned\",\"BillingMode\":\"PAY_PER_REQUEST\"}");
      program.run("Example", "" + throughput);
      await(
          server,
          "DescribeTable",
          TABLE,
          "/Table/ProvisionedThroughput",
          "\"ReadCapacityUnits\":7");
      program.run("Example", "" + index);
      await(server, "DescribeTable", TABLE, "/Table/GlobalSecondaryIndexes/0", "\"ACTIVE\"");
      program.run("Example", "" + tag);
      assertThat(server.send("ListTagsOfResource", RESOURCE).at("/Tags/0/Value").asText())
          .isEqualTo("north");
      program.run("Example", "" + policy);
      assertThat(server.send("GetResourcePolicy", RESOURCE).path("Policy").asText())
          .contains("readers");
      program.run("Example", "" + backup);
      assertThat(server.send("ListBackups", TABLE).path("BackupSummaries")).hasSize(2);
      server.send("DeleteTable", "{\"TableName\":\"tuned-again\"}");
      var _ =
          Eventually.get(
              "the tables without the restored one",
              () -> server.send("ListTables", "{}"),
              tables -> !tables.toString().contains("tuned-again"));
      program.run("Example", "" + restore);
      await(
          server,
          "DescribeTable",
          "{\"TableName\":\"tuned-again\"}",
          "/Table/TableStatus",
          "ACTIVE");
      program.run("Example", "" + deletion);
      var _ =
          Eventually.get(
              "the tables without the deleted one",
              () -> server.send("ListTables", "{}"),
              tables -> !tables.toString().contains("\"tuned\""));
    }
  }
}
