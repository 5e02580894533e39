package dev.gramme.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** Requests to a table of a load. */
final class LoadTable {
  private LoadTable() {}

  /**
   * Creates a table.
   *
   * @param more further members of the request, each preceded by a comma
   */
  static void create(
      ServerProcess server, String table, String attributes, String keys, String more)
      throws InterruptedException {
    var answer =
        Answer.of(
            server,
            "CreateTable",
            """
            {"TableName":"%s","BillingMode":"PAY_PER_REQUEST","AttributeDefinitions":[%s],
            "KeySchema":[%s]%s}\
            """
                .formatted(table, attributes, keys, more));
    assertThat(answer.isDone()).as("%s", answer).isTrue();
  }

  static String attribute(String name) {
    return "{\"AttributeName\":\"%s\",\"AttributeType\":\"S\"}".formatted(name);
  }

  static String key(String name, String type) {
    return "{\"AttributeName\":\"%s\",\"KeyType\":\"%s\"}".formatted(name, type);
  }

  /** All items of a Scan, over all pages. */
  static List<JsonNode> scan(ServerProcess server, String table, String more)
      throws InterruptedException {
    return pages(server, "Scan", "\"TableName\":\"" + table + "\"" + more);
  }

  private static List<JsonNode> pages(ServerProcess server, String operation, String request)
      throws InterruptedException {
    var items = new ArrayList<JsonNode>();
    String start = "";
    do {
      JsonNode page = Answer.whenDone(server, operation, "{" + request + start + "}");
      page.path("Items").forEach(items::add);
      start = start(page);
    } while (!start.isEmpty());
    return items;
  }

  /** The member with the start key of the next page, empty after the last page. */
  static String start(JsonNode page) {
    return page.has("LastEvaluatedKey")
        ? ",\"ExclusiveStartKey\":" + page.path("LastEvaluatedKey")
        : "";
  }
}
