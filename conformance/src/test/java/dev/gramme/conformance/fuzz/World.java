package dev.gramme.conformance.fuzz;

import dev.gramme.conformance.support.Json;
import dev.gramme.testkit.Gen;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The fuzzer's model of the database, from which generators build valid requests. It reads the
 * tables with DescribeTable after every request that may have changed them, including mutated
 * requests. It takes keys, ARNs and continuation tokens from the responses.
 */
final class World {
  /** The maximum number of tables; a session that has them deletes one before creating another. */
  static final int MAX_TABLES = 6;

  /** How many keys, ARNs and follow-up requests are remembered. */
  private static final int MAX_REMEMBERED = 8;

  private static final Set<String> CHANGES_TABLES =
      Set.of(
          "CreateTable",
          "DeleteTable",
          "UpdateTable",
          "RestoreTableFromBackup",
          "RestoreTableToPointInTime",
          "ImportTable");

  /** The members of answers that continue a listing, and the corresponding members of requests. */
  private static final Map<String, String> CONTINUATIONS =
      Map.of(
          "LastEvaluatedKey", "ExclusiveStartKey",
          "LastEvaluatedTableName", "ExclusiveStartTableName",
          "LastEvaluatedBackupArn", "ExclusiveStartBackupArn",
          "LastEvaluatedStreamArn", "ExclusiveStartStreamArn",
          "NextToken", "NextToken",
          "NextShardIterator", "ShardIterator");

  private final Gen gen;
  private final FuzzedDatabase database;
  private final Deque<Call> followUps = new ArrayDeque<>();
  private final Map<String, Deque<Map<String, @Nullable Object>>> keys = new HashMap<>();
  private final Map<String, Deque<String>> arns = new HashMap<>();
  private List<Table> tables = List.of();
  private boolean stale = true;

  World(Gen gen, FuzzedDatabase database) {
    this.gen = gen;
    this.database = database;
  }

  /** Sends a request that must succeed and returns the body of the response. */
  Map<String, @Nullable Object> send(Call call) {
    var answer = database.call(call);
    if (answer.status() != 200) {
      throw new AssertionError(call + " was answered with " + answer);
    }
    return answer.json();
  }

  /** All tables that satisfy a predicate. */
  List<Table> tables(Predicate<Table> kind) {
    refresh();
    return tables.stream().filter(kind).toList();
  }

  private void refresh() {
    if (!stale) {
      return;
    }
    var found = new ArrayList<Table>();
    var names = send(Call.of("ListTables")).get("TableNames");
    for (var name : Json.elements(Objects.requireNonNull(names))) {
      // A table that is being deleted may disappear at any time.
      var answer =
          database.call(
              new Call("DescribeTable", JsonObjects.of("TableName", Objects.requireNonNull(name))));
      if (answer.status() == 200) {
        found.add(Table.of(Json.members(Json.member(answer.json(), "Table"))));
      }
    }
    tables = List.copyOf(found);
    keys.keySet().retainAll(found.stream().map(Table::name).toList());
    stale = !found.stream().allMatch(Table::isActive);
  }

  /** An active table; there must be one. */
  Table table() {
    return gen.oneOf(tables(Table::isActive));
  }

  /** Whether the session has its largest number of tables. */
  boolean isFull() {
    return tables(table -> true).size() >= MAX_TABLES;
  }

  /** A name that no table has. */
  String freshName() {
    var taken = tables(table -> true).stream().map(Table::name).toList();
    return gen.oneOf(
        List.of("fuzz-0", "fuzz-1", "fuzz-2", "fuzz-3", "fuzz-4", "fuzz-5", "fuzz-6", "fuzz-7")
            .stream()
            .filter(name -> !taken.contains(name))
            .toList());
  }

  /** The key of an item that was put before, null if there is none. */
  @Nullable Map<String, @Nullable Object> knownKey(Table table) {
    var known = keys.get(table.name());
    return known == null ? null : gen.oneOf(List.copyOf(known));
  }

  /** An ARN from the answers of an operation, null if there is none. */
  @Nullable String arn(String operation) {
    var known = arns.get(operation);
    return known == null || known.isEmpty() ? null : gen.oneOf(List.copyOf(known));
  }

  /** Forgets an ARN. */
  void forget(String operation, String arn) {
    var known = arns.get(operation);
    if (known != null) {
      known.remove(arn);
    }
  }

  /** Remembers a request that continues an earlier one, such as the next page of a listing. */
  void followUp(Call call) {
    remember(followUps, call);
  }

  /** A request that an earlier answer made valid, null if there is none. */
  @Nullable Call followUp() {
    return followUps.poll();
  }

  private static <T> void remember(Deque<T> known, T another) {
    known.addLast(another);
    if (known.size() > MAX_REMEMBERED) {
      known.removeFirst();
    }
  }

  /** Called after a request that may have changed tables. */
  void changed(String operation) {
    stale |= CHANGES_TABLES.contains(operation);
  }

  /** Remembers keys, ARNs and continuations from a successful request. */
  void learn(Call call, Map<String, @Nullable Object> answer) {
    CONTINUATIONS.forEach((last, next) -> {
      Object value = answer.get(last);
      if (value != null) {
        followUp(call.with(next, value));
      }
    });
    switch (call.operation()) {
      case "PutItem" -> learnKey(call);
      case "GetShardIterator" ->
          followUp(
              new Call(
                  "GetRecords",
                  JsonObjects.of("ShardIterator", Json.member(answer, "ShardIterator"))));
      case "CreateBackup" -> learnArn(call, answer, "BackupDetails", "BackupArn");
      case "ImportTable" -> learnArn(call, answer, "ImportTableDescription", "ImportArn");
      case "ExportTableToPointInTime" -> learnArn(call, answer, "ExportDescription", "ExportArn");
      case "PutResourcePolicy" -> learnArn(call, (String) Json.member(call.body(), "ResourceArn"));
      default -> {}
    }
  }

  private void learnKey(Call call) {
    String reference = (String) Json.member(call.body(), "TableName");
    String name = reference.substring(reference.indexOf('/') + 1);
    var item = Json.members(Json.member(call.body(), "Item"));
    for (Table table : tables) {
      if (table.name().equals(name)) {
        var key = JsonObjects.of();
        table.key().forEach(part -> key.put(part.name(), item.get(part.name())));
        remember(keys.computeIfAbsent(name, any -> new ArrayDeque<>()), key);
      }
    }
  }

  private void learnArn(
      Call call, Map<String, @Nullable Object> answer, String holder, String member) {
    learnArn(call, (String) Json.member(Json.members(Json.member(answer, holder)), member));
  }

  private void learnArn(Call call, String arn) {
    remember(arns.computeIfAbsent(call.operation(), any -> new ArrayDeque<>()), arn);
  }
}
