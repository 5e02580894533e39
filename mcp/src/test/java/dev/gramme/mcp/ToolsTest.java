package dev.gramme.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.embedded.Gramme;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;

/** What the tools answer, without the protocol. */
class ToolsTest {
  private static final int NOTES = 150;
  private static final int LARGE_CHARACTERS = 30_000;
  private static final Gramme GRAMME = Gramme.inMemory();
  private static final DynamoDbClient CLIENT = GRAMME.client();

  @BeforeAll
  static void store() {
    CLIENT.createTable(table ->
        table
            .tableName("notes")
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .attributeDefinitions(attribute("user", "S"), attribute("at", "N"))
            .keySchema(key("user", "HASH"), key("at", "RANGE")));
    for (int at = 0; at < NOTES; at++) {
      put("ann", at, "text " + at);
    }
    for (int at = 0; at < 8; at++) {
      put("long", at, "x".repeat(LARGE_CHARACTERS));
    }
    put("huge", 0, "x".repeat(DataTools.MAX_CHARACTERS));
  }

  private static AttributeDefinition attribute(String name, String type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }

  private static KeySchemaElement key(String name, String type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  @AfterAll
  static void close() {
    GRAMME.close();
  }

  private static void put(String user, int at, String text) {
    CLIENT.putItem(put ->
        put.tableName("notes")
            .item(
                Map.of(
                    "user", AttributeValue.fromS(user),
                    "at", AttributeValue.fromN(String.valueOf(at)),
                    "text", AttributeValue.fromS(text))));
  }

  private static CallToolResult answer(boolean write, String tool, String arguments) {
    return McpMain.tools(CLIENT, write).stream()
        .filter(candidate -> candidate.name().equals(tool))
        .map(found -> ProtocolServer.answer(found, Json.read(arguments)))
        .findFirst()
        .orElseThrow();
  }

  private static String text(CallToolResult result) {
    return ((TextContent) result.content().getFirst()).text();
  }

  private static Map<String, Object> call(String tool, String arguments) {
    var result = answer(false, tool, arguments);
    assertThat(result.isError()).as(text(result)).isFalse();
    return Json.read(text(result));
  }

  private static String refusal(String tool, String arguments) {
    var result = answer(false, tool, arguments);
    assertThat(result.isError()).as(text(result)).isTrue();
    return text(result);
  }

  @Test
  void tables_are_listed_and_described() {
    assertThat(call("list_tables", "{}").toString()).contains("notes");
    assertThat(call("describe_table", "{\"table\": \"notes\"}"))
        .containsEntry("key", Map.of("partition", List.of("user"), "sort", List.of("at")))
        .containsEntry("billing", "on demand");
    assertThat(refusal("describe_table", "{\"table\": \"none\"}"))
        .startsWith("ResourceNotFoundException: ");
  }

  @Test
  void a_query_is_read_page_by_page() {
    var query =
        """
        {"table": "notes", "key_condition": "#u = :u", "names": {"#u": "user"}, "values": {":u": {"S": "ann"}},
         "limit": 100, "descending": true%s}
        """;
    var first = call("query", query.formatted(""));
    assertThat((List<?>) first.get("items")).hasSize(100);
    var second =
        call(
            "query",
            query.formatted(
                ", \"start\": "
                    + Json.write(Map.of("next", first.get("next")))
                        .replaceAll("(?s)^\\{\\s*\"next\" : (.*)}$", "$1")));
    assertThat((List<?>) second.get("items")).hasSize(50);
    assertThat(second).doesNotContainKey("next");
    assertThat(refusal("query", query.replace("100", "101").formatted("")))
        .isEqualTo("limit must be a number from 1 to 100");
  }

  @Test
  void a_page_that_is_too_large_is_read_with_fewer_items() {
    var page =
        call(
            "query",
            """
            {"table": "notes", "key_condition": "#u = :u", "names": {"#u": "user"}, "values": {":u": {"S": "long"}}, "limit": 8}
            """);
    assertThat((List<?>) page.get("items")).hasSize(2);
    assertThat(page).containsKey("next");
    assertThat(
            refusal(
                "get_item",
                "{\"table\": \"notes\", \"key\": {\"user\": {\"S\": \"huge\"}, \"at\": {\"N\": \"0\"}}}"))
        .contains("an answer at most 100,000");
  }

  @Test
  void items_are_read_by_key_and_by_scan() {
    assertThat(
            call(
                "get_item",
                "{\"table\": \"notes\", \"key\": {\"user\": {\"S\": \"ann\"}, \"at\": {\"N\": \"7\"}}}"))
        .containsEntry("read_units", 0.5)
        .extracting("item")
        .asString()
        .contains("text 7");
    assertThat(
            call(
                "scan",
                "{\"table\": \"notes\", \"limit\": 3, \"projection\": \"#t\", \"names\": {\"#t\": \"at\"}}"))
        .containsEntry("items_read", 3);
    assertThat(refusal("get_item", "{\"table\": \"notes\", \"key\": {\"user\": \"ann\"}}"))
        .startsWith("key.user must be a value in DynamoDB's JSON");
  }

  @Test
  void only_with_the_option_write_items_are_changed() {
    var delete =
        "{\"statement\": \"DELETE FROM notes WHERE \\\"user\\\" = 'none' AND \\\"at\\\" = 1\"}";
    assertThat(refusal("partiql", delete)).contains("this server is read-only");
    assertThat(
            call(
                "partiql",
                "{\"statement\": \"select * from notes where \\\"user\\\" = 'ann'\", \"limit\": 2}"))
        .containsKey("next");
    assertThat(McpMain.tools(CLIENT, false)).noneMatch(Tool::writes);

    var item =
        "{\"table\": \"notes\", \"item\": {\"user\": {\"S\": \"bob\"}, \"at\": {\"N\": \"1\"}}}";
    assertThat(text(answer(true, "put_item", item))).contains("write_units");
    assertThat(text(answer(true, "delete_item", item.replace("\"item\"", "\"key\""))))
        .contains("bob");
    put("none", 1, "to be deleted");
    assertThat(answer(true, "partiql", delete).isError()).isFalse();
    assertThat(
            call(
                "get_item",
                "{\"table\": \"notes\", \"key\": {\"user\": {\"S\": \"none\"}, \"at\": {\"N\": \"1\"}}}"))
        .containsEntry("found", false);
  }

  @Test
  void a_table_is_designed_for_its_access_patterns() {
    var design =
        call(
            "model_table",
            """
            {"table": "shop", "entities": [
              {"name": "Customer", "id": ["email"], "bytes": 600, "items": 1000000},
              {"name": "Order", "id": ["email", "placedAt"], "bytes": 1200, "items": 50000000}],
             "patterns": [
              {"name": "customer", "kind": "get", "entity": "Customer", "per_second": 900},
              {"name": "history", "kind": "query", "entity": "Order", "by": ["email"], "sort": ["placedAt"], "consistent": true},
              {"name": "byStatus", "kind": "query", "entity": "Order", "by": ["status"], "sort": ["placedAt"]},
              {"name": "newest", "kind": "query", "entity": "Order", "by": ["status"]},
              {"name": "ship", "kind": "update", "entity": "Order", "changes": ["status"], "per_second": 100}]}
            """);
    assertThat(design)
        .containsEntry(
            "keys",
            Map.of(
                "Customer", Map.of("pk", "EMAIL#{email}", "sk", "CUSTOMER"),
                "Order",
                    Map.of(
                        "pk", "EMAIL#{email}",
                        "sk", "ORDER#{placedAt}",
                        "gsi1pk", "STATUS#{status}",
                        "gsi1sk", "ORDER#{placedAt}#{email}")));
    // An update of the index key: the item, an old and a new entry, of 1.2 KB each.
    assertThat(String.valueOf(design.get("costs"))).contains("UPDATE", "6 WCU", "0.5 RCU");
    assertThat(String.valueOf(design.get("patterns")))
        .contains("the global index gsi1 does", "gsi1 exists already");
    assertThat(String.valueOf(design.get("cloudformation")))
        .contains("AWS::DynamoDB::Table", "gsi1");
  }

  @Test
  void a_design_that_is_impossible_is_refused_with_the_reason() {
    var byStatus =
        """
        {"entities": [{"name": "Order", "id": ["number"]}],
         "patterns": [{"name": "open", "kind": "query", "entity": "%s", "by": ["status"], "consistent": true}]}
        """;
    assertThat(refusal("model_table", byStatus.formatted("Order")))
        .startsWith("open has to be consistent, but only the table can be read so");
    assertThat(refusal("model_table", byStatus.formatted("Customer")))
        .isEqualTo("patterns[0].entity is not one of Order");
    assertThat(refusal("model_table", "{\"entities\": [], \"patterns\": []}"))
        .contains("at least one");
  }

  @Test
  void costs_follow_the_sizes() {
    assertThat(
            call("explain_costs", "{\"operation\": \"Query\", \"item_bytes\": 500, \"items\": 20}"))
        .containsEntry("read_units", 1.5);
    assertThat(
            call(
                "explain_costs",
                """
                {"operation": "TransactWriteItems", "item_bytes": 1500, "items": 2,
                 "indexes": [{"name": "a", "change": "rekeyed"}, {"name": "b", "entry_bytes": 100}, {"name": "c", "change": "none"}]}
                """))
        .containsEntry("write_units", 2 * 2 * 2 + 2 * (2 * 2 + 1) * 1.0);
    assertThat(refusal("explain_costs", "{\"operation\": \"DeleteTable\"}")).contains("not known");
  }

  @Test
  void hot_keys_partitions_and_indexes_are_found() {
    var load =
        """
        {"item_bytes": 1000, "writes_per_second": 2500, "reads_per_second": 100, "hottest_share": %s,
         "indexes": [{"name": "byDay", "hottest_share": %s}]}
        """;
    assertThat(call("find_throttling", load.formatted("0.4", "0.4")))
        .containsEntry("throttled", false)
        .containsEntry("partitions_at_least", 3);
    assertThat(String.valueOf(call("find_throttling", load.formatted("0.41", "1")).get("findings")))
        .contains(
            "the hottest key of the table gets 1,025 write units",
            "the hottest key of the index byDay gets 2,500");
    assertThat(
            String.valueOf(
                call("find_throttling", "{\"table\": \"notes\", \"reads_per_second\": 90000}")
                    .get("findings")))
        .contains("the default quota");
  }
}
