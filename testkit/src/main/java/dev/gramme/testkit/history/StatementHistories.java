package dev.gramme.testkit.history;

import dev.gramme.testkit.Gen;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Generates histories of PartiQL statements on the table of {@link Histories}, on a few keys, so
 * that they interact. They leave out what DynamoDB Local is known to do differently from the
 * service: overlapping alternatives, {@code <>} on attributes that may be missing, the order of
 * several partitions, filters on attributes that an index does not project, and the nested paths
 * that RETURNING MODIFIED returns.
 */
public final class StatementHistories {
  private static final List<String> PARTITIONS = List.of("a", "b");
  private static final List<String> SCALARS = List.of("x", "y", "h");
  private static final int SORT_KEYS = 5;

  private final Gen gen;

  private StatementHistories(Gen gen) {
    this.gen = gen;
  }

  /** A history that begins with the creation of its table, followed by this many statements. */
  public static List<Request> random(Gen gen, int length) {
    var histories = new StatementHistories(gen);
    var requests = new ArrayList<Request>();
    requests.add(Histories.createTable());
    for (var i = 0; i < length; i++) {
      requests.add(histories.request());
    }
    return requests;
  }

  private Request request() {
    return switch (gen.nextInt(12)) {
      case 0, 1, 2 -> execute(insert(key()));
      case 3, 4 -> execute(update(key()) + returning());
      case 5 -> execute(delete(key()) + (gen.chance(50) ? " RETURNING ALL OLD *" : ""));
      case 6 -> batch();
      case 7 -> transaction();
      default -> select();
    };
  }

  /**
   * A statement.
   *
   * @param rest the JSON after the member Statement
   */
  private static Request execute(String statement, String rest) {
    return new Request("ExecuteStatement", "{" + member(statement) + rest + "}");
  }

  private static Request execute(String statement) {
    return execute(statement, "");
  }

  private static String member(String statement) {
    return "\"Statement\":\"" + statement.replace("\"", "\\\"") + "\"";
  }

  private static String list(List<String> statements) {
    return statements.stream()
        .map(statement -> "{" + member(statement) + "}")
        .collect(Collectors.joining(",", "[", "]"));
  }

  private Request batch() {
    List<Key> keys = gen.distinct(4, this::key);
    boolean reads = gen.chance(40);
    List<String> statements = keys.stream().map(key -> reads ? get(key) : write(key)).toList();
    return new Request("BatchExecuteStatement", "{\"Statements\":" + list(statements) + "}");
  }

  /** Without nested paths: DynamoDB Local returns their enclosing structure here. */
  private String get(Key key) {
    return "SELECT "
        + gen.oneOf("*", "pk, sk", "x, m", "nobody")
        + " FROM "
        + from("")
        + key.where();
  }

  /**
   * Without updates that the item may not allow: servers differ on whether the error names the
   * table.
   */
  private String write(Key key) {
    return switch (gen.nextInt(3)) {
      case 0 -> insert(key);
      case 1 -> assignment(key);
      default -> delete(key);
    };
  }

  private Request transaction() {
    List<Key> keys = gen.distinct(3, this::key);
    boolean reads = gen.chance(30);
    List<String> statements =
        keys.stream()
            .map(key ->
                reads
                    ? get(key)
                    : switch (gen.nextInt(3)) {
                      case 0 -> assignment(key);
                      case 1 -> delete(key);
                      default ->
                          "EXISTS(SELECT * FROM "
                              + from("")
                              + key.where()
                              + " AND "
                              + condition(1)
                              + ")";
                    })
            .toList();
    return new Request("ExecuteTransaction", "{\"TransactStatements\":" + list(statements) + "}");
  }

  private String insert(Key key) {
    var attributes = new ArrayList<String>();
    attributes.add("'pk': '" + key.partition() + "'");
    attributes.add("'sk': " + key.sort());
    for (String name : List.of("g", "l")) {
      if (gen.chance(60)) {
        attributes.add("'" + name + "': '" + gen.oneOf("p", "q", "r") + "'");
      }
    }
    for (String name : SCALARS) {
      if (gen.chance(60)) {
        attributes.add("'" + name + "': " + number());
      }
    }
    if (gen.chance(50)) {
      attributes.add("'s': <<'u', 'v'>>");
    }
    if (gen.chance(50)) {
      attributes.add("'m': {'k': [1, 'two', {'three': null}], 'e': true}");
    }
    return "INSERT INTO " + from("") + " VALUE {" + String.join(", ", attributes) + "}";
  }

  private String update(Key key) {
    String change =
        switch (gen.nextInt(8)) {
          case 0 -> "SET x = x + " + number();
          case 1 -> "SET y = if_not_exists(y, 1) REMOVE x";
          case 2 -> "SET m.k = list_append(m.k, [" + number() + "])";
          case 3 -> "SET m.k[1] = " + number() + ", y = " + number();
          case 4 -> "SET s = set_add(s, <<'w'>>)";
          case 5 -> "SET s = set_delete(s, <<'u', 'w'>>)";
          case 6 -> "REMOVE m.e";
          default -> "SET x = " + number() + " SET g = '" + gen.oneOf("p", "q") + "'";
        };
    String rest = gen.chance(40) ? " AND " + condition(1) : "";
    return "UPDATE " + from("") + " " + change + key.where() + rest;
  }

  private String assignment(Key key) {
    return "UPDATE " + from("") + " SET x = " + number() + key.where();
  }

  private String delete(Key key) {
    return "DELETE FROM " + from("") + key.where() + (gen.chance(40) ? " AND " + condition(1) : "");
  }

  private String returning() {
    return gen.oneOf("", "", " RETURNING ALL OLD *", " RETURNING ALL NEW *");
  }

  private Request select() {
    String statement =
        switch (gen.nextInt(7)) {
          case 0 -> "SELECT " + chosen() + " FROM " + from("") + key().where();
          case 1 -> "SELECT " + chosen() + " FROM " + from("") + partition() + sort() + filter();
          case 2 ->
              "SELECT * FROM " + from("") + partition() + sort() + " ORDER BY sk" + direction();
          case 3 -> "SELECT pk, sk FROM " + from("") + " WHERE pk IN ['b', 'a']" + sort();
          case 4 ->
              "SELECT sk FROM "
                  + from("")
                  + partition()
                  + " AND (sk = 0 OR sk > 2 OR sk IN [1])"
                  + filter();
          case 5 ->
              "SELECT x, pk FROM "
                  + from(".gsi")
                  + " WHERE g = '"
                  + gen.oneOf("p", "q")
                  + "'"
                  + (gen.chance(50) ? " AND h >= " + number() : "");
          default -> "SELECT * FROM " + from("") + " WHERE " + condition(2);
        };
    // With a limit and a descending order, DynamoDB Local counts from the wrong end.
    boolean limited = gen.chance(40) && !statement.contains("ORDER BY");
    return execute(statement, limited ? ",\"Limit\":" + gen.between(1, 5) : "");
  }

  private static String from(String index) {
    return "\"" + Request.TABLE + "\"" + index;
  }

  private String partition() {
    return " WHERE pk = '" + gen.oneOf(PARTITIONS) + "'";
  }

  private String sort() {
    return switch (gen.nextInt(4)) {
      case 0 -> "";
      case 1 -> " AND sk BETWEEN 1 AND 3";
      case 2 -> " AND sk <= 3";
      default -> " AND sk " + gen.oneOf("<", "<=", ">", ">=") + " " + gen.nextInt(SORT_KEYS);
    };
  }

  private String filter() {
    return gen.chance(50) ? " AND " + condition(1) : "";
  }

  private String direction() {
    return gen.oneOf("", " ASC", " DESC");
  }

  private String chosen() {
    return gen.oneOf("*", "pk, sk", "x, m.k", "m.k[0], m.k[2].three, s", "nobody");
  }

  private String condition(int depth) {
    if (depth > 0 && gen.chance(40)) {
      String word = gen.oneOf(" AND ", " OR ");
      return "(" + condition(depth - 1) + word + condition(depth - 1) + ")";
    }
    String name = gen.oneOf(SCALARS);
    return switch (gen.nextInt(10)) {
      case 0 -> name + " = " + number();
      case 1 -> "NOT " + name + " = " + number();
      case 2 -> name + " BETWEEN -1 AND " + gen.nextInt(3);
      case 3 -> name + " IN [0, 1, 'x']";
      case 4 -> name + " IS " + gen.oneOf("MISSING", "NOT MISSING", "NUMERIC", "NULL");
      case 5 -> "size(m.k) " + gen.oneOf(">", "=") + " 3";
      case 6 -> "contains(s, 'u')";
      case 7 -> "m.k = [1, 'two', {'three': null}]";
      case 8 -> "attribute_exists(m.e)";
      default -> number() + gen.oneOf(" < ", " >= ") + name;
    };
  }

  private String number() {
    return gen.oneOf("0", "1", "2", "-1", "1.5", "1e0");
  }

  private Key key() {
    return new Key(gen.oneOf(PARTITIONS), gen.nextInt(SORT_KEYS));
  }

  /** The key of an item. */
  private record Key(String partition, int sort) {
    String where() {
      return " WHERE pk = '" + partition + "' AND sk = " + sort;
    }
  }
}
