package dev.gramme.conformance.differential;

import dev.gramme.conformance.support.Endpoint;
import dev.gramme.conformance.support.Json;
import dev.gramme.testkit.Eventually;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Lets items with all kinds of expiry times expire on one server. */
final class ExpiryReplay {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final long FIVE_YEARS = 5 * 366 * 86_400L;

  private final StreamReplay server;

  ExpiryReplay(StreamReplay server) {
    this.server = server;
  }

  private static Map<String, String> times() {
    long now = Instant.now().getEpochSecond();
    var times = new LinkedHashMap<String, String>();
    times.put("future", "{\"N\":\"" + (now + 86_400) + "\"}");
    times.put("older", "{\"N\":\"" + (now - FIVE_YEARS - 86_400) + "\"}");
    times.put("text", "{\"S\":\"" + (now - 100) + "\"}");
    times.put("list", "{\"L\":[{\"N\":\"" + (now - 100) + "\"}]}");
    times.put("null", "{\"NULL\":true}");
    times.put("zero", "{\"N\":\"0\"}");
    times.put("negative", "{\"N\":\"-5\"}");
    times.put("huge", "{\"N\":\"1E100\"}");
    times.put("hours", "{\"N\":\"" + (now - 7200) + "\"}");
    times.put("past", "{\"N\":\"" + (now - 100) + "\"}");
    return times;
  }

  /**
   * The items that are left after the expired one is deleted, followed by the removals in the
   * stream.
   */
  List<String> run() {
    var table = Endpoint.freshName();
    var name = "\"TableName\":\"" + table + "\"";
    server.must(
        "CreateTable",
        """
        {%s,"ProvisionedThroughput":{"ReadCapacityUnits":5,"WriteCapacityUnits":5},\
        "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],\
        "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],\
        "StreamSpecification":{"StreamEnabled":true,"StreamViewType":"KEYS_ONLY"}}\
        """
            .formatted(name));
    try {
      times()
          .forEach((key, time) ->
              server.must(
                  "PutItem",
                  "{%s,\"Item\":{\"pk\":{\"S\":\"%s\"},\"x\":%s}}".formatted(name, key, time)));
      server.must(
          "UpdateTimeToLive",
          "{%s,\"TimeToLiveSpecification\":{\"Enabled\":true,\"AttributeName\":\"x\"}}"
              .formatted(name));
      List<String> _ =
          Eventually.get(
              "an item expires", PATIENCE, () -> keys(name), keys -> !keys.contains("past"));
      var result = new ArrayList<>(keys(name).stream().sorted().toList());
      result.addAll(removals(table));
      return result;
    } finally {
      server.must("DeleteTable", "{" + name + "}");
    }
  }

  private List<String> keys(String name) {
    return Json.elements(Json.member(server.must("Scan", "{" + name + "}"), "Items")).stream()
        .map(item -> text(Json.members(Objects.requireNonNull(item)).get("pk")))
        .toList();
  }

  private static String text(@Nullable Object value) {
    return Json.text(value);
  }

  private List<String> removals(String table) {
    var described = server.must("DescribeTable", "{\"TableName\":\"" + table + "\"}");
    var arn =
        (String) Json.member(Json.members(Json.member(described, "Table")), "LatestStreamArn");
    return server.records(arn).stream()
        .map(record -> Json.members(Objects.requireNonNull(record)))
        .filter(record -> "REMOVE".equals(record.get("eventName")))
        .map(record ->
            text(Json.members(Json.member(record, "dynamodb")).get("Keys"))
                + text(Replay.sorted(record.get("userIdentity"))))
        .sorted()
        .toList();
  }
}
