package dev.gramme.conformance.console;

import static dev.gramme.conformance.console.ConsoleServer.json;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** Tables and indexes are created, changed and deleted in the console. */
@Tag("slow")
class ConsoleTablesTest extends ConsoleInBrowser {
  private void awaitClosed() {
    browser.awaitTexts("dialog", List::isEmpty);
  }

  @Test
  void a_table_is_created_listed_changed_and_deleted_with_its_name_typed() throws Exception {
    browser.open(server.view("create"));
    browser.type("[name=name]", "books");
    browser.type("[name=pk]", "author");
    browser.type("[name=sk]", "year");
    browser.choose("[name=skType]", "N");
    browser.choose("[name=stream]", "NEW_IMAGE");
    browser.click(".add-global");
    browser.type("[name='index0.name']", "by-title");
    browser.type("[name='index0.pk']", "title");
    browser.choose("[name='index0.projection']", "INCLUDE");
    browser.type("[name='index0.attributes']", "price, pages");
    browser.click(".add-local");
    browser.type("[name='index1.name']", "by-price");
    browser.type("[name='index1.sk']", "price");
    browser.choose("[name='index1.skType']", "N");
    browser.click("form [type=submit]");
    browser.awaitTexts("h1", List.of("books")::equals);

    var table = server.send("DescribeTable", "{\"TableName\":\"books\"}").path("Table");
    assertThat(table.at("/KeySchema/1/AttributeName").asText()).isEqualTo("year");
    assertThat(table.at("/GlobalSecondaryIndexes/0/Projection"))
        .isEqualTo(
            json("{\"ProjectionType\":\"INCLUDE\",\"NonKeyAttributes\":[\"price\",\"pages\"]}"));
    assertThat(table.at("/LocalSecondaryIndexes/0/KeySchema/1/AttributeName").asText())
        .isEqualTo("price");
    assertThat(table.at("/StreamSpecification/StreamViewType").asText()).isEqualTo("NEW_IMAGE");

    browser.click("[data-action=ttl]");
    browser.type("[name=choice]", "expires");
    browser.click("dialog [type=submit]");
    awaitClosed();
    browser.click("[data-action=recovery]:enabled");
    browser.awaitTexts("[data-action=recovery]", List.of("Turn off")::equals);
    browser.click("[data-action=throughput]:enabled");
    browser.choose("[name=billing]", "PROVISIONED");
    browser.type("[name=reads]", "7");
    browser.type("[name=writes]", "3");
    browser.click("dialog [type=submit]");
    awaitClosed();
    browser.click("[data-action=protection]:enabled");
    browser.awaitTexts("[data-action=protection]", List.of("Turn off")::equals);
    assertThat(server.status("DeleteTable", "{\"TableName\":\"books\"}")).isEqualTo(400);
    // A window says what is lost.
    browser.click("[data-action=protection]:enabled");
    browser.click("dialog [data-action=confirm]");
    awaitClosed();
    browser.awaitTexts("[data-action=protection]", List.of("Turn on")::equals);
    browser.click("[data-action=stream-off]:enabled");
    browser.awaitTexts("dialog h2", List.of("Turn off the stream of books")::equals);
    assertThat(browser.violations()).isEmpty();
    browser.press(Keys.ESCAPE);
    awaitClosed();
    assertThat(browser.texts("[data-action=stream]")).isEmpty();
    browser.click("[data-action=stream-off]:enabled");
    browser.click("dialog [data-action=confirm]");
    awaitClosed();
    browser.awaitElement("[data-action=stream]");

    server.put("books", "{\"author\":{\"S\":\"Le Guin\"},\"year\":{\"N\":\"1969\"}}");
    browser.open(server.view(""));
    browser.awaitTexts(
        "main tbody tr",
        rows ->
            rows.stream()
                .anyMatch(row ->
                    row.startsWith("books 1 ")
                        && row.endsWith("ACTIVE 7 r / 3 w 2 off expires on")));

    browser.open(server.view("table/books", "tab", "details"));
    browser.click("[data-action=recovery]:enabled");
    browser.awaitTexts("dialog h2", List.of("Turn off the recovery of books")::equals);
    browser.click("dialog [data-action=confirm]");
    awaitClosed();
    browser.awaitTexts("[data-action=recovery]", List.of("Turn on")::equals);
    browser.click("[data-action=delete]");
    browser.type("[name=confirm]", "book");
    browser.press(Keys.ENTER);
    assertThat(browser.run("return document.querySelector('dialog [type=submit]').disabled"))
        .isEqualTo(true);
    browser.press("s", Keys.ENTER);
    browser.awaitTexts("h1", List.of("Tables")::equals);
    assertThat(server.send("ListTables", "{}").path("TableNames"))
        .noneMatch(name -> name.asText().equals("books"));
  }

  @Test
  void a_global_index_is_added_to_a_table_and_deleted() throws Exception {
    server.createTable("indexed", "S");
    server.put("indexed", "{\"pk\":{\"S\":\"a\"},\"sk\":{\"S\":\"1\"},\"site\":{\"S\":\"n\"}}");
    browser.open(server.view("table/indexed", "tab", "details"));
    browser.click("[data-action=add-index]");
    browser.type("[name='index0.name']", "by-site");
    browser.type("[name='index0.pk']", "site");
    browser.choose("[name='index0.projection']", "KEYS_ONLY");
    browser.click("dialog [type=submit]");
    awaitClosed();
    browser.awaitTexts(
        ".list tbody tr",
        rows ->
            rows.getFirst().matches("by-site global site \\(S\\) keys only 1 .* ACTIVE Delete"));
    browser.click("[data-action=delete-index]");
    browser.click("[data-action=confirm-delete-index]");
    awaitClosed();
    browser.awaitTexts(".list tbody tr", List::isEmpty);
  }

  @Test
  void tables_are_created_from_a_template_of_cloudformation() throws Exception {
    browser.open(server.view("create"));
    browser.click("[data-tab=json]");
    browser.type(
        "[name=json]",
        """
        {"Resources": {
          "Other": {"Type": "AWS::S3::Bucket"},
          "Stock": {"Type": "AWS::DynamoDB::Table", "Properties": {
            "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
            "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
            "StreamSpecification": {"StreamViewType": "KEYS_ONLY"}}}}}
        """);
    browser.click("form [type=submit]");
    browser.awaitTexts("h1", List.of("Stock")::equals);
    var table = server.send("DescribeTable", "{\"TableName\":\"Stock\"}").path("Table");
    assertThat(table.at("/StreamSpecification/StreamViewType").asText()).isEqualTo("KEYS_ONLY");
  }

  @Test
  void a_global_table_of_a_template_is_created_with_its_expiry_recovery_and_tags()
      throws Exception {
    browser.open(server.view("create"));
    browser.click("[data-tab=json]");
    browser.type(
        "[name=json]",
        """
        {"Resources": {"Visits": {"Type": "AWS::DynamoDB::GlobalTable", "Properties": {
          "BillingMode": "PROVISIONED",
          "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}, {"AttributeName": "day", "AttributeType": "N"}],
          "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
          "GlobalSecondaryIndexes": [{"IndexName": "by-day", "KeySchema": [{"AttributeName": "day", "KeyType": "HASH"}],
            "Projection": {"ProjectionType": "ALL"},
            "WriteProvisionedThroughputSettings": {"WriteCapacityAutoScalingSettings": {"MinCapacity": 1, "MaxCapacity": 3}}}],
          "WriteProvisionedThroughputSettings": {"WriteCapacityAutoScalingSettings": {"MinCapacity": 1, "MaxCapacity": 4}},
          "TimeToLiveSpecification": {"AttributeName": "expires", "Enabled": true},
          "Replicas": [{"Region": "eu-west-1"}, {"Region": {"Ref": "AWS::Region"},
            "ReadProvisionedThroughputSettings": {"ReadCapacityUnits": 5},
            "GlobalSecondaryIndexes": [{"IndexName": "by-day", "ReadProvisionedThroughputSettings": {"ReadCapacityUnits": 2}}],
            "PointInTimeRecoverySpecification": {"PointInTimeRecoveryEnabled": true},
            "DeletionProtectionEnabled": true,
            "Tags": [{"Key": "team", "Value": "web"}]}]}}}}
        """);
    browser.click("form [type=submit]");
    browser.awaitTexts("h1", List.of("Visits")::equals);
    var table = server.send("DescribeTable", "{\"TableName\":\"Visits\"}").path("Table");
    assertThat(table.at("/ProvisionedThroughput/ReadCapacityUnits").asInt()).isEqualTo(5);
    assertThat(table.at("/ProvisionedThroughput/WriteCapacityUnits").asInt()).isEqualTo(4);
    var throughput = table.at("/GlobalSecondaryIndexes/0/ProvisionedThroughput");
    assertThat(throughput.path("ReadCapacityUnits").asInt()).isEqualTo(2);
    assertThat(throughput.path("WriteCapacityUnits").asInt()).isEqualTo(3);
    assertThat(table.path("DeletionProtectionEnabled").asBoolean()).isTrue();
    assertThat(
            server
                .send("DescribeTimeToLive", "{\"TableName\":\"Visits\"}")
                .at("/TimeToLiveDescription/AttributeName")
                .asText())
        .isEqualTo("expires");
    assertThat(
            server
                .send("DescribeContinuousBackups", "{\"TableName\":\"Visits\"}")
                .findValue("PointInTimeRecoveryStatus")
                .asText())
        .isEqualTo("ENABLED");
    assertThat(
            server
                .send(
                    "ListTagsOfResource",
                    "{\"ResourceArn\":\"%s\"}".formatted(table.path("TableArn").asText()))
                .path("Tags"))
        .isEqualTo(json("[{\"Key\":\"team\",\"Value\":\"web\"}]"));
  }

  @Test
  void a_template_in_yaml_creates_its_tables_and_an_error_has_its_place() throws Exception {
    browser.open(server.view("create"));
    browser.click("[data-tab=json]");
    browser.type(
        "[name=json]", "Resources:\n  Ledger:\n    Type: [AWS::DynamoDB::Table\n  Other: 1\n");
    browser.click("form [type=submit]");
    assertThat(browser.text("main .error")).contains("This is not YAML: ", "(4:");
    browser.type(
        "[name=json]",
        """
        # Comments and the short forms of functions are a part of templates.
        AWSTemplateFormatVersion: 2010-09-09
        Resources:
          Files:
            Type: AWS::S3::Bucket
            Properties: {BucketName: !Sub "${AWS::Region}-files"}
          Ledger:
            Type: AWS::DynamoDB::GlobalTable
            Properties:
              TableName: ledger
              BillingMode: PAY_PER_REQUEST
              AttributeDefinitions:
                - {AttributeName: id, AttributeType: S}
                - AttributeName: day
                  AttributeType: N
              KeySchema:
                - {AttributeName: id, KeyType: HASH}
                - {AttributeName: day, KeyType: RANGE}
              StreamSpecification: {StreamViewType: NEW_IMAGE}
              TimeToLiveSpecification: {AttributeName: expires, Enabled: true}
              Replicas:
                - Region: eu-west-1
                - Region: !Ref AWS::Region
                  DeletionProtectionEnabled: true
                  Tags: [{Key: team, Value: "007"}]
        Outputs:
          Stream: {Value: !GetAtt Ledger.StreamArn}
        """);
    browser.awaitElement(".codeof[data-operation=CreateTable]");
    browser.click("form [type=submit]");
    browser.awaitTexts("h1", List.of("ledger")::equals);
    var table = server.send("DescribeTable", "{\"TableName\":\"ledger\"}").path("Table");
    assertThat(table.at("/KeySchema/1/AttributeName").asText()).isEqualTo("day");
    assertThat(table.path("AttributeDefinitions"))
        .contains(json("{\"AttributeName\":\"day\",\"AttributeType\":\"N\"}"));
    assertThat(table.at("/StreamSpecification/StreamViewType").asText()).isEqualTo("NEW_IMAGE");
    assertThat(table.path("DeletionProtectionEnabled").asBoolean()).isTrue();
    assertThat(
            server
                .send(
                    "ListTagsOfResource",
                    "{\"ResourceArn\":\"%s\"}".formatted(table.path("TableArn").asText()))
                .at("/Tags/0/Value")
                .asText())
        .isEqualTo("007");
  }

  @Test
  void functions_in_their_short_form_are_read_as_in_json() {
    browser.open(server.view(""));
    Object same =
        browser.run(
            """
            return import('/console/template.js').then(async ({valueOf, yamlOf}) => {
              const read = await valueOf(arguments[0]);
              const again = await valueOf(await yamlOf(read));
              return [JSON.stringify(read), JSON.stringify(again)];
            });
            """,
            """
            a: !Ref B
            b: !GetAtt T.Stream.Arn
            c: !Join ['-', [x, !Ref Y]]
            d: !If [p, !Sub q, no]
            e: 2010-09-09
            """);
    String expected =
        "{\"a\":{\"Ref\":\"B\"},\"b\":{\"Fn::GetAtt\":[\"T\",\"Stream.Arn\"]},"
            + "\"c\":{\"Fn::Join\":[\"-\",[\"x\",{\"Ref\":\"Y\"}]]},"
            + "\"d\":{\"Fn::If\":[\"p\",{\"Fn::Sub\":\"q\"},\"no\"]},\"e\":\"2010-09-09\"}";
    assertThat(same).isEqualTo(List.of(expected, expected));
  }
}
