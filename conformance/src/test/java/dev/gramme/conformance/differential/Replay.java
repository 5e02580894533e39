package dev.gramme.conformance.differential;

import dev.gramme.conformance.support.Endpoint;
import dev.gramme.conformance.support.Json;
import dev.gramme.conformance.support.RawResponse;
import dev.gramme.testkit.history.Request;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Sends a history to one server and converts its answers to a comparable form: reads are paged to
 * their end, and unordered parts are sorted.
 */
final class Replay {
  private static final int MAX_PAGES = 1000;

  private final Endpoint endpoint;

  Replay(Endpoint endpoint) {
    this.endpoint = endpoint;
  }

  /** An answer: its status, the type and text of an error, and the body of a success. */
  record Answer(int status, String errorType, String errorText, String body) {}

  /** The answers to all requests of a history. It uses a new table, which is deleted afterwards. */
  List<Answer> run(List<Request> history) {
    var table = Endpoint.freshName();
    try {
      return history.stream().map(request -> answer(request, table)).toList();
    } finally {
      endpoint.raw().call("DeleteTable", "{\"TableName\":\"" + table + "\"}");
    }
  }

  private Answer answer(Request request, String table) {
    var body = request.bodyFor(table);
    var response = endpoint.raw().call(request.operation(), body);
    if (response.status() != 200) {
      return new Answer(
          response.status(),
          response.errorType(),
          response.errorText().replace(table, Request.TABLE),
          reasons(response));
    }
    return switch (request.operation()) {
      case "CreateTable" -> {
        endpoint.client().waiter().waitUntilTableExists(wait -> wait.tableName(table));
        yield new Answer(200, "", "", "");
      }
      case "Query", "Scan" -> new Answer(200, "", "", pages(request, body, response));
      case "ExecuteStatement" -> new Answer(200, "", "", statementPages(body, response));
      default -> {
        var answered = response.json();
        // DynamoDB Local returns it for every deletion, even if it was not requested.
        answered.remove("ConsumedCapacity");
        yield new Answer(200, "", "", Json.text(sorted(answered)).replace(table, Request.TABLE));
      }
    };
  }

  /** The codes only: one server ends the texts with a full stop, the other does not. */
  static String reasons(RawResponse response) {
    var reasons = response.json().get("CancellationReasons");
    return reasons == null
        ? ""
        : Json.elements(reasons).stream()
            .map(reason -> Json.members(Objects.requireNonNull(reason)).get("Code"))
            .toList()
            .toString();
  }

  private String pages(Request request, String body, RawResponse first) {
    var items = new ArrayList<@Nullable Object>();
    var scanned = 0;
    var page = first.json();
    for (var i = 0; i < MAX_PAGES; i++) {
      items.addAll(Json.elements(Json.member(page, "Items")));
      scanned += Integer.parseInt(Json.text(page.get("ScannedCount")));
      var last = page.get("LastEvaluatedKey");
      if (last == null) {
        // Entries with equal keys in an index have no defined order.
        var ordered = request.operation().equals("Query") && !body.contains("IndexName");
        return scanned + " " + Json.text(ordered ? each(items) : sorted(items));
      }
      var next = Json.object(body);
      next.put("ExclusiveStartKey", last);
      var response = endpoint.raw().call(request.operation(), Json.text(next));
      if (response.status() != 200) {
        return "page " + i + " " + response.errorType();
      }
      page = response.json();
    }
    throw new AssertionError("no end of pages: " + request);
  }

  /**
   * All items of a statement. Servers may divide pages differently, and without ORDER BY they may
   * order items differently.
   */
  private String statementPages(String body, RawResponse first) {
    var items = new ArrayList<@Nullable Object>();
    var page = first.json();
    for (var i = 0; i < MAX_PAGES; i++) {
      items.addAll(Json.elements(Json.member(page, "Items")));
      var token = page.get("NextToken");
      if (token == null) {
        return Json.text(body.contains("ORDER BY") ? each(items) : sorted(items));
      }
      var next = Json.object(body);
      next.put("NextToken", token);
      var response = endpoint.raw().call("ExecuteStatement", Json.text(next));
      if (response.status() != 200) {
        return "page " + i + " " + response.errorType();
      }
      page = response.json();
    }
    throw new AssertionError("no end of pages: " + body);
  }

  static List<@Nullable Object> each(List<@Nullable Object> items) {
    return new ArrayList<>(items.stream().map(Replay::sorted).toList());
  }

  /** Sorts members by name, and the elements of sets and answers; lists keep their order. */
  static @Nullable Object sorted(@Nullable Object value) {
    return switch (value) {
      case null -> null;
      case Map<?, ?> map -> {
        var result = new TreeMap<String, @Nullable Object>();
        Json.members(map)
            .forEach((name, member) ->
                result.put(
                    name,
                    name.equals("L") && member instanceof List<?> list
                        ? each(Json.elements(list))
                        : sorted(member)));
        yield result;
      }
      case List<?> list -> {
        var result = each(Json.elements(list));
        result.sort(Comparator.comparing(Json::text));
        yield result;
      }
      default -> value;
    };
  }
}
