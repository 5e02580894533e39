package dev.gramme.testkit.history;

import dev.gramme.testkit.Gen;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Generates histories: the creation of a table with a local and two global indexes, then writes and
 * reads of all kinds on a few keys, so that they interact. One request in ten is faulty.
 *
 * <p>Requests are JSON as on the wire, so a history can be replayed on any server that speaks the
 * protocol.
 */
public final class Histories {
  private static final String TABLE = "\"TableName\":\"" + Request.TABLE + "\"";
  private static final int FAULTY_PERCENT = 10;

  private final Gen gen;

  private Histories(Gen gen) {
    this.gen = gen;
  }

  /** A history that begins with the creation of its table, followed by this many requests. */
  public static List<Request> random(Gen gen, int length) {
    var histories = new Histories(gen);
    var requests = new ArrayList<Request>();
    requests.add(createTable());
    for (var i = 0; i < length; i++) {
      requests.add(gen.chance(FAULTY_PERCENT) ? histories.faulty() : histories.valid());
    }
    return requests;
  }

  static Request createTable() {
    return new Request(
        "CreateTable",
        """
        {"TableName":"${table}","BillingMode":"PAY_PER_REQUEST",\
        "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},\
        {"AttributeName":"sk","AttributeType":"N"},{"AttributeName":"l","AttributeType":"S"},\
        {"AttributeName":"g","AttributeType":"S"},{"AttributeName":"h","AttributeType":"N"}],\
        "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}],\
        "LocalSecondaryIndexes":[{"IndexName":"lsi","KeySchema":[\
        {"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"l","KeyType":"RANGE"}],\
        "Projection":{"ProjectionType":"KEYS_ONLY"}}],\
        "GlobalSecondaryIndexes":[{"IndexName":"gsi","KeySchema":[\
        {"AttributeName":"g","KeyType":"HASH"},{"AttributeName":"h","KeyType":"RANGE"}],\
        "Projection":{"ProjectionType":"INCLUDE","NonKeyAttributes":["x"]}},\
        {"IndexName":"gall","KeySchema":[{"AttributeName":"g","KeyType":"HASH"}],\
        "Projection":{"ProjectionType":"ALL"}}]}\
        """);
  }

  private Request valid() {
    return switch (gen.nextInt(12)) {
      case 0, 1, 2 -> put();
      case 3, 4, 5 -> update();
      case 6 -> delete();
      case 7 -> new Request("GetItem", "{" + TABLE + "," + key() + projection() + "}");
      case 8 -> query();
      case 9 -> scan();
      case 10 -> gen.chance(50) ? batchWrite() : batchGet();
      default -> gen.chance(70) ? transactWrite() : transactGet();
    };
  }

  private Request put() {
    var returned = gen.chance(30) ? ",\"ReturnValues\":\"ALL_OLD\"" : "";
    return new Request(
        "PutItem", "{" + TABLE + ",\"Item\":" + item() + condition() + returned + "}");
  }

  private Request delete() {
    var returned = gen.chance(50) ? ",\"ReturnValues\":\"ALL_OLD\"" : "";
    return new Request("DeleteItem", "{" + TABLE + "," + key() + condition() + returned + "}");
  }

  /**
   * Updates that only remove attributes apply to existing items: servers differ on missing ones.
   */
  private Request update() {
    if (gen.chance(25)) {
      return new Request(
          "UpdateItem",
          "{"
              + TABLE
              + ","
              + key()
              + ",\"ConditionExpression\":\"attribute_exists(pk)\",\"UpdateExpression\":\"REMOVE "
              + gen.oneOf("x", "l", "g", "h, g", "x, q", "li[0]", "m.a")
              + "\"}");
    }
    var values = new ArrayList<String>();
    var expression =
        "SET "
            + String.join(
                ", ", gen.distinct(3, this::assignment).stream().map(a -> use(a, values)).toList());
    if (gen.chance(30)) {
      expression += use(gen.oneOf(" ADD c :one", " REMOVE z", " ADD se :set"), values);
    }
    return new Request(
        "UpdateItem",
        "{%s,%s,\"UpdateExpression\":\"%s\",\"ExpressionAttributeValues\":{%s},\"ReturnValues\":\"%s\"}"
            .formatted(
                TABLE,
                key(),
                expression,
                values.stream().distinct().collect(Collectors.joining(",")),
                gen.oneOf("NONE", "ALL_OLD", "ALL_NEW", "UPDATED_NEW", "UPDATED_OLD")));
  }

  /** Targets are mostly distinct attributes, so that assignments rarely overlap. */
  private String assignment() {
    return gen.oneOf(
        "x = :any",
        "n = if_not_exists(n, :one) + :one",
        "l = :str",
        "g = :str",
        "h = :num",
        "y = if_not_exists(x, :any)",
        "li = list_append(if_not_exists(li, :list), :list)",
        "m = :map",
        "x = n",
        "h = h - :one");
  }

  /** Adds the values that a clause names, each once per request. */
  private String use(String clause, List<String> values) {
    for (var name : List.of(":any", ":one", ":str", ":num", ":list", ":map", ":set")) {
      var defined = values.stream().anyMatch(value -> value.startsWith("\"" + name + "\""));
      if (clause.contains(name) && !defined) {
        values.add("\"" + name + "\":" + valueOf(name));
      }
    }
    return clause;
  }

  private String valueOf(String name) {
    return switch (name) {
      case ":any" -> value();
      case ":one" -> "{\"N\":\"1\"}";
      case ":str" -> text();
      case ":num" -> number();
      case ":list" -> "{\"L\":[" + value() + "]}";
      case ":map" -> "{\"M\":{\"a\":" + value() + "}}";
      case ":set" -> gen.oneOf("{\"SS\":[\"a\",\"b\"]}", "{\"SS\":[\"c\"]}");
      default -> throw new IllegalArgumentException(name);
    };
  }

  private Request query() {
    var index = gen.oneOf("", "lsi", "gsi", "gall");
    var partition = index.startsWith("g") ? "g" : "pk";
    var sort =
        switch (index) {
          case "lsi" -> "l";
          case "gsi" -> "h";
          case "gall" -> "";
          default -> "sk";
        };
    var values = "\":p\":" + (partition.equals("g") ? text() : partitionKey());
    var expression = partition + " = :p";
    if (!sort.isEmpty() && gen.chance(50)) {
      expression += " AND " + sort + gen.oneOf(" = ", " < ", " <= ", " > ", " >= ") + ":s";
      values += ",\":s\":" + (sort.equals("l") ? text() : number());
    }
    return new Request(
        "Query",
        "{%s%s,\"KeyConditionExpression\":\"%s\",\"ExpressionAttributeValues\":{%s},\"ScanIndexForward\":%s%s}"
            .formatted(
                TABLE,
                index.isEmpty() ? "" : ",\"IndexName\":\"" + index + "\"",
                expression,
                values,
                gen.chance(70),
                limit()));
  }

  private Request scan() {
    var index = gen.oneOf("", "", "lsi", "gsi", "gall");
    // Servers differ on filters over attributes that an index does not project.
    var filter = gen.chance(50) && (index.isEmpty() || index.equals("gall")) ? filter() : "";
    return new Request(
        "Scan",
        "{"
            + TABLE
            + (index.isEmpty() ? "" : ",\"IndexName\":\"" + index + "\"")
            + filter
            + limit()
            + "}");
  }

  private String filter() {
    return ",\"FilterExpression\":\"%s\",\"ExpressionAttributeValues\":{\":v\":%s}"
        .formatted(
            gen.oneOf("x = :v", "x <> :v", "x < :v OR attribute_exists(l)", "NOT x >= :v"),
            gen.chance(50) ? number() : text());
  }

  private String limit() {
    return gen.chance(50) ? ",\"Limit\":" + gen.between(1, 4) : "";
  }

  private Request batchWrite() {
    var writes =
        gen.distinct(5, this::keyMembers).stream()
            .map(key ->
                gen.chance(60)
                    ? "{\"PutRequest\":{\"Item\":{" + key + attributes() + "}}}"
                    : "{\"DeleteRequest\":{\"Key\":{" + key + "}}}")
            .collect(Collectors.joining(","));
    return new Request("BatchWriteItem", "{\"RequestItems\":{\"${table}\":[" + writes + "]}}");
  }

  private Request batchGet() {
    var keys =
        gen.distinct(5, this::keyMembers).stream()
            .map(key -> "{" + key + "}")
            .collect(Collectors.joining(","));
    return new Request(
        "BatchGetItem", "{\"RequestItems\":{\"${table}\":{\"Keys\":[" + keys + "]}}}");
  }

  private Request transactWrite() {
    var actions =
        gen.distinct(4, this::keyMembers).stream()
            .map(this::action)
            .collect(Collectors.joining(","));
    return new Request("TransactWriteItems", "{\"TransactItems\":[" + actions + "]}");
  }

  private String action(String key) {
    var of = TABLE + ",\"Key\":{" + key + "}";
    return switch (gen.nextInt(4)) {
      case 0 ->
          "{\"Put\":{" + TABLE + ",\"Item\":{" + key + attributes() + "}" + condition() + "}}";
      case 1 -> "{\"Delete\":{" + of + condition() + "}}";
      case 2 ->
          "{\"Update\":{"
              + of
              + ",\"UpdateExpression\":\"SET x = :v\",\"ExpressionAttributeValues\":{\":v\":"
              + value()
              + "}}}";
      default ->
          "{\"ConditionCheck\":{"
              + of
              + ",\"ConditionExpression\":\""
              + gen.oneOf("attribute_exists(pk)", "attribute_not_exists(pk)")
              + "\"}}";
    };
  }

  private Request transactGet() {
    var gets =
        gen.distinct(4, this::keyMembers).stream()
            .map(key -> "{\"Get\":{" + TABLE + ",\"Key\":{" + key + "}}}")
            .collect(Collectors.joining(","));
    return new Request("TransactGetItems", "{\"TransactItems\":[" + gets + "]}");
  }

  /** Requests that every server must reject with the same error type. */
  private Request faulty() {
    return gen.oneOf(
        new Request("GetItem", "{" + TABLE + ",\"Key\":{\"pk\":{\"S\":\"a\"}}}"),
        new Request("PutItem", "{" + TABLE + ",\"Item\":{\"pk\":{\"S\":\"a\"}}}"),
        new Request(
            "PutItem", "{" + TABLE + ",\"Item\":{\"pk\":{\"S\":\"a\"},\"sk\":{\"S\":\"x\"}}}"),
        new Request(
            "PutItem", "{" + TABLE + ",\"Item\":{" + keyMembers() + ",\"g\":{\"N\":\"1\"}}}"),
        new Request(
            "PutItem", "{" + TABLE + ",\"Item\":{" + keyMembers() + ",\"x\":{\"N\":\"1x\"}}}"),
        new Request("UpdateItem", "{" + TABLE + "," + key() + updating("SET x =") + "}"),
        new Request("UpdateItem", "{" + TABLE + "," + key() + updating("SET pk = x") + "}"),
        new Request("UpdateItem", "{" + TABLE + "," + key() + updating("SET x = nowhere") + "}"),
        new Request("UpdateItem", "{" + TABLE + "," + key() + updating("SET x.y.z = x") + "}"),
        new Request("UpdateItem", "{" + TABLE + "," + key() + updating("REMOVE a, a") + "}"),
        new Request("Query", "{" + TABLE + ",\"KeyConditionExpression\":\"pk <> sk\"}"),
        new Request("Scan", "{" + TABLE + ",\"Limit\":0}"),
        new Request("Scan", "{" + TABLE + ",\"FilterExpression\":\"size(x)\"}"),
        new Request("GetItem", "{\"TableName\":\"${table}-not\"," + key() + "}"));
  }

  private static String updating(String expression) {
    return ",\"UpdateExpression\":\"" + expression + "\"";
  }

  private String condition() {
    if (gen.chance(60)) {
      return "";
    }
    return gen.chance(50)
        ? ",\"ConditionExpression\":\"%s\""
            .formatted(gen.oneOf("attribute_exists(pk)", "attribute_not_exists(pk)", "x <> n"))
        : ",\"ConditionExpression\":\"%s\",\"ExpressionAttributeValues\":{\":v\":%s}"
            .formatted(gen.oneOf("x = :v", "x < :v", "NOT x = :v", "n >= :v OR x = :v"), number());
  }

  private String projection() {
    return gen.chance(50)
        ? ",\"ProjectionExpression\":\"" + gen.oneOf("x", "pk, n", "m.a", "li[0], li[1]") + "\""
        : "";
  }

  private String key() {
    return "\"Key\":{" + keyMembers() + "}";
  }

  private String item() {
    return "{" + keyMembers() + attributes() + "}";
  }

  private String keyMembers() {
    return "\"pk\":" + partitionKey() + ",\"sk\":" + number();
  }

  private String partitionKey() {
    return "{\"S\":\"" + gen.oneOf("a", "b", "c") + "\"}";
  }

  private String attributes() {
    var result = new StringBuilder();
    if (gen.chance(60)) {
      result.append(",\"x\":").append(value());
    }
    if (gen.chance(40)) {
      result.append(",\"l\":").append(text());
    }
    if (gen.chance(50)) {
      result.append(",\"g\":").append(text());
    }
    if (gen.chance(50)) {
      result.append(",\"h\":").append(number());
    }
    if (gen.chance(20)) {
      result.append(",\"m\":{\"M\":{\"a\":").append(value()).append("}}");
    }
    return result.toString();
  }

  private String value() {
    return gen.oneOf(
        text(),
        number(),
        "{\"BOOL\":true}",
        "{\"NULL\":true}",
        "{\"B\":\"AQI=\"}",
        "{\"SS\":[\"b\",\"a\"]}",
        "{\"NS\":[\"2\",\"10\",\"1\"]}",
        "{\"L\":[{\"S\":\"e\"},{\"N\":\"7\"}]}",
        "{\"M\":{\"a\":{\"S\":\"in\"},\"b\":{\"L\":[]}}}");
  }

  private String text() {
    return "{\"S\":\"" + gen.oneOf("a", "b", "ab", "B", "ä") + "\"}";
  }

  private String number() {
    return "{\"N\":\"" + gen.oneOf("1", "2", "10", "-1", "1.5") + "\"}";
  }
}
