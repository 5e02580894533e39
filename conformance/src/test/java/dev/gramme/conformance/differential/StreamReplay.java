package dev.gramme.conformance.differential;

import dev.gramme.conformance.differential.Replay.Answer;
import dev.gramme.conformance.support.Endpoint;
import dev.gramme.conformance.support.Json;
import dev.gramme.conformance.support.RawResponse;
import dev.gramme.testkit.history.Request;
import dev.gramme.testkit.history.StreamHistories;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Sends a history of a table with a stream to one server. Servers choose their own names for
 * streams, shards, iterators and sequence numbers. These names are inserted into the requests, and
 * replaced in the answers by the number of their first appearance.
 */
final class StreamReplay {
  private static final Set<String> STREAM_OPERATIONS =
      Set.of("ListStreams", "DescribeStream", "GetShardIterator", "GetRecords");
  private static final int MAX_PAGES = 1000;

  private final Endpoint endpoint;
  private final Map<String, String> names = new HashMap<>();
  private final Map<String, String> seen = new HashMap<>();

  StreamReplay(Endpoint endpoint) {
    this.endpoint = endpoint;
  }

  /**
   * The answers to all requests of a history. It uses a new table, which is deleted afterwards. The
   * last answer has all records of the table's latest stream.
   */
  List<Answer> run(List<Request> history) {
    names.clear();
    seen.clear();
    names.put(StreamHistories.ARN, "none");
    names.put(StreamHistories.SHARD, "shardId-00000000000000000000-00000000");
    names.put(StreamHistories.ITERATOR, "none");
    names.put(StreamHistories.SEQUENCE, "000000000000000000000");
    var table = Endpoint.freshName();
    try {
      var answers = new ArrayList<Answer>();
      history.forEach(request -> answers.add(answer(request, table)));
      answers.add(new Answer(200, "", "", everything(table)));
      return answers;
    } finally {
      endpoint.raw().call("DeleteTable", "{\"TableName\":\"" + table + "\"}");
    }
  }

  private Answer answer(Request request, String table) {
    var response = send(request.operation(), filled(request.bodyFor(table)));
    if (response.status() != 200) {
      return new Answer(
          response.status(),
          response.errorType(),
          plain(response.errorText(), table),
          Replay.reasons(response));
    }
    var body = response.json();
    // DynamoDB Local returns it for every deletion, even if it was not requested.
    body.remove("ConsumedCapacity");
    remember(request.operation(), body);
    return switch (request.operation()) {
      case "CreateTable", "UpdateTable", "DescribeTable" -> {
        endpoint.client().waiter().waitUntilTableExists(wait -> wait.tableName(table));
        var description = Json.members(required(body.values().iterator().next()));
        yield new Answer(
            200, "", "", Json.text(Replay.sorted(description.get("StreamSpecification"))));
      }
      default -> new Answer(200, "", "", plain(Json.text(comparable(body)), table));
    };
  }

  private RawResponse send(String operation, String body) {
    var service =
        STREAM_OPERATIONS.contains(operation) ? "DynamoDBStreams_20120810." : "DynamoDB_20120810.";
    return endpoint
        .raw()
        .post(
            Map.of(
                "Content-Type", "application/x-amz-json-1.0", "X-Amz-Target", service + operation),
            body.getBytes(StandardCharsets.UTF_8));
  }

  private String filled(String body) {
    var result = body;
    for (var name : names.entrySet()) {
      result = result.replace(name.getKey(), name.getValue());
    }
    return result;
  }

  private String plain(String text, String table) {
    var result = text;
    // Descending order replaces longer names before their prefixes.
    for (var name : new TreeMap<>(seen).descendingMap().entrySet()) {
      result = result.replace(name.getKey(), name.getValue());
    }
    return result.replace(table, Request.TABLE);
  }

  /** Stores the names in an answer for later requests. */
  private void remember(String operation, Map<String, @Nullable Object> body) {
    switch (operation) {
      case "CreateTable", "UpdateTable", "DescribeTable" -> {
        var arn =
            (String) Json.members(required(body.values().iterator().next())).get("LatestStreamArn");
        if (arn != null) {
          note(StreamHistories.ARN, arn);
          see("label", arn.substring(arn.lastIndexOf('/') + 1));
        }
      }
      case "DescribeStream" -> {
        var description = Json.members(Json.member(body, "StreamDescription"));
        for (var shard : Json.elements(Json.member(description, "Shards"))) {
          note(
              StreamHistories.SHARD,
              (String) Json.member(Json.members(required(shard)), "ShardId"));
        }
      }
      case "GetShardIterator" ->
          note(StreamHistories.ITERATOR, (String) Json.member(body, "ShardIterator"));
      case "GetRecords" -> {
        var records = Json.elements(Json.member(body, "Records"));
        if (!records.isEmpty()) {
          names.put(StreamHistories.SEQUENCE, sequence(records.getFirst()));
        }
        records.forEach(record -> see("sequence", sequence(record)));
        if (body.get("NextShardIterator") instanceof String next) {
          note(StreamHistories.ITERATOR, next);
        }
      }
      default -> {}
    }
  }

  private static String sequence(@Nullable Object record) {
    var change = Json.members(Json.member(Json.members(required(record)), "dynamodb"));
    return (String) Json.member(change, "SequenceNumber");
  }

  private void note(String name, String value) {
    names.put(name, value);
    see(name, value);
  }

  private void see(String kind, String value) {
    if (kind.equals(StreamHistories.ITERATOR)) {
      // Iterators of the same position may be equal or different.
      seen.put(value, "iterator");
    } else if (!seen.containsKey(value)) {
      var before = seen.values().stream().filter(name -> name.startsWith(kind + " ")).count();
      seen.put(value, kind + " " + before);
    }
  }

  /** An answer without values that differ between servers. Records keep their order. */
  private @Nullable Object comparable(Map<String, @Nullable Object> body) {
    if (!body.containsKey("Records")) {
      return Replay.sorted(withoutTimes(body));
    }
    return List.of(
        Replay.each(new ArrayList<>(Json.elements(required(withoutTimes(body.get("Records")))))),
        body.containsKey("NextShardIterator"));
  }

  private static @Nullable Object withoutTimes(@Nullable Object value) {
    return switch (value) {
      case null -> null;
      case Map<?, ?> map -> {
        var result = new TreeMap<String, @Nullable Object>();
        Json.members(map).forEach((name, member) -> result.put(name, withoutTimes(member)));
        result.keySet().removeAll(Set.of("CreationRequestDateTime", "eventID", "awsRegion"));
        result.keySet().removeAll(Set.of("ApproximateCreationDateTime", "SequenceNumberRange"));
        yield result;
      }
      case List<?> list -> new ArrayList<>(list.stream().map(StreamReplay::withoutTimes).toList());
      default -> value;
    };
  }

  /** All records of the latest stream, grouped by item and in their order. */
  private String everything(String table) {
    var arn = names.getOrDefault(StreamHistories.ARN, "none");
    var described = send("DescribeStream", "{\"StreamArn\":\"" + arn + "\"}");
    if (described.status() != 200) {
      return described.errorType();
    }
    var byItem = new TreeMap<String, List<@Nullable Object>>();
    for (var record : records(arn)) {
      var change = Json.members(Json.member(Json.members(required(record)), "dynamodb"));
      change.remove("SequenceNumber");
      byItem
          .computeIfAbsent(Json.text(Replay.sorted(change.get("Keys"))), key -> new ArrayList<>())
          .add(Replay.sorted(withoutTimes(record)));
    }
    return plain(Json.text(byItem), table);
  }

  /** All records of a stream, shard by shard and in their order. */
  List<@Nullable Object> records(String arn) {
    var described = must("DescribeStream", "{\"StreamArn\":\"" + arn + "\"}");
    var description = Json.members(Json.member(described, "StreamDescription"));
    var all = new ArrayList<@Nullable Object>();
    for (var shard : Json.elements(Json.member(description, "Shards"))) {
      all.addAll(records(arn, (String) Json.member(Json.members(required(shard)), "ShardId")));
    }
    return all;
  }

  /** The answer to a request that must succeed. */
  Map<String, @Nullable Object> must(String operation, String body) {
    var response = send(operation, body);
    if (response.status() != 200) {
      throw new AssertionError(operation + " " + body + ": " + response.text());
    }
    return response.json();
  }

  private List<@Nullable Object> records(String arn, String shard) {
    var all = new ArrayList<@Nullable Object>();
    var first =
        send(
            "GetShardIterator",
            "{\"StreamArn\":\"%s\",\"ShardId\":\"%s\",\"ShardIteratorType\":\"TRIM_HORIZON\"}"
                .formatted(arn, shard));
    var iterator = (String) Json.member(first.json(), "ShardIterator");
    for (var i = 0; i < MAX_PAGES; i++) {
      var page = send("GetRecords", "{\"ShardIterator\":\"" + iterator + "\"}").json();
      var records = Json.elements(Json.member(page, "Records"));
      all.addAll(records);
      if (records.isEmpty() || !(page.get("NextShardIterator") instanceof String next)) {
        return all;
      }
      iterator = next;
    }
    throw new AssertionError("no end of records");
  }

  private static Object required(@Nullable Object value) {
    return Objects.requireNonNull(value);
  }
}
