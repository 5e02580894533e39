package dev.gramme.conformance.cases;

import dev.gramme.conformance.support.Json;
import dev.gramme.conformance.support.RawResponse;
import dev.gramme.storage.BackOff;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The values of the variables in a case file. Shared tables are created when a case first uses one:
 * {@code ${H}} has the key {@code pk}; {@code ${HR}} adds the string {@code sk}; {@code ${HN}} the
 * number {@code sk}; {@code ${IX}} has indexes; {@code ${MK}} an index with a key of several
 * attributes; {@code ${VX}} vector indexes. {@code ${key}} is a different text in every case;
 * {@code ${table}} is a table name for one case only. {@code ${20*ab}} is a repeated text, {@code
 * ${arn:H}} the ARN of a table.
 */
final class CaseTables implements AutoCloseable {
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^}]+)}");
  private static final String ARN = "arn:";
  private static final Pattern REPEAT = Pattern.compile("(\\d+)\\*(.*)", Pattern.DOTALL);

  private static final String PK = "{\"AttributeName\":\"pk\",\"AttributeType\":\"S\"}";
  private static final String PK_HASH = "{\"AttributeName\":\"pk\",\"KeyType\":\"HASH\"}";
  private static final String SK_RANGE = "{\"AttributeName\":\"sk\",\"KeyType\":\"RANGE\"}";

  private static final Map<String, String> DEFINITIONS =
      Map.of(
          "H",
          "\"AttributeDefinitions\":[" + PK + "],\"KeySchema\":[" + PK_HASH + "]",
          "HR",
          sorted("S") + "]",
          "HN",
          sorted("N") + "]",
          "IX",
          """
          "AttributeDefinitions":[
            {"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"sk","AttributeType":"S"},
            {"AttributeName":"l","AttributeType":"S"},{"AttributeName":"g","AttributeType":"S"},
            {"AttributeName":"h","AttributeType":"N"}],
          "KeySchema":[
            {"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}],
          "LocalSecondaryIndexes":[{"IndexName":"lsi",
            "KeySchema":[
              {"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"l","KeyType":"RANGE"}],
            "Projection":{"ProjectionType":"KEYS_ONLY"}}],
          "GlobalSecondaryIndexes":[
            {"IndexName":"gsi",
             "KeySchema":[
               {"AttributeName":"g","KeyType":"HASH"},{"AttributeName":"h","KeyType":"RANGE"}],
             "Projection":{"ProjectionType":"INCLUDE","NonKeyAttributes":["x"]}},
            {"IndexName":"gall","KeySchema":[{"AttributeName":"g","KeyType":"HASH"}],
             "Projection":{"ProjectionType":"ALL"}}]\
          """,
          "MK",
          """
          "AttributeDefinitions":[
            {"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"a","AttributeType":"S"},
            {"AttributeName":"b","AttributeType":"S"},{"AttributeName":"c","AttributeType":"S"},
            {"AttributeName":"d","AttributeType":"N"}],
          "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],
          "GlobalSecondaryIndexes":[{"IndexName":"multi",
            "KeySchema":[
              {"AttributeName":"a","KeyType":"HASH"},{"AttributeName":"b","KeyType":"HASH"},
              {"AttributeName":"c","KeyType":"RANGE"},{"AttributeName":"d","KeyType":"RANGE"}],
            "Projection":{"ProjectionType":"ALL"}}]\
          """,
          "VX",
          """
          "AttributeDefinitions":[
            {"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"g","AttributeType":"S"},
            {"AttributeName":"f","AttributeType":"N"}],
          "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],
          "VectorIndexes":[
            {"IndexName":"cosine","VectorAttribute":{"AttributeName":"v"},"Dimensions":3,
             "DistanceFunction":"COSINE",
             "SearchSchema":[
               {"AttributeName":"g","SearchSchemaElementType":"HASH"},
               {"AttributeName":"f","SearchSchemaElementType":"INLINE_FILTER"}],
             "Projection":{"ProjectionType":"INCLUDE","NonKeyAttributes":["x"]}},
            {"IndexName":"euclidean","VectorAttribute":{"AttributeName":"w"},"Dimensions":2,
             "DistanceFunction":"EUCLIDEAN",
             "SearchSchema":[{"AttributeName":"g","SearchSchemaElementType":"HASH"}],
             "Projection":{"ProjectionType":"KEYS_ONLY"}},
            {"IndexName":"dot","VectorAttribute":{"AttributeName":"w"},"Dimensions":2,
             "DistanceFunction":"DOT_PRODUCT",
             "Projection":{"ProjectionType":"ALL"}}]\
          """);

  /** While a table, an index or a setting changes, one of its statuses has one of these values. */
  private static final Pattern CHANGING =
      Pattern.compile("Status\"\\s*:\\s*\"(CREATING|UPDATING|DELETING)\"");

  /** The service takes minutes to create a table with indexes. */
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(20);

  private static final BackOff PAUSES = new BackOff(Duration.ofMillis(5), Duration.ofSeconds(2));

  private final RepeatingClient client;
  private final String prefix;
  private final Created created;
  private final Map<String, String> names = new ConcurrentHashMap<>();

  /**
   * Creates no table yet.
   *
   * @param prefix the prefix of the names of all tables
   */
  CaseTables(RepeatingClient client, String prefix) {
    this.client = client;
    this.prefix = prefix;
    this.created = new Created(client.raw(), prefix);
  }

  /** The number of shared tables. */
  static int shared() {
    return DEFINITIONS.size();
  }

  /** The largest number of indexes of a shared table in a request. */
  static int mostIndexes(String request) {
    return DEFINITIONS.entrySet().stream()
        .filter(table -> request.contains("${" + table.getKey() + "}"))
        .mapToInt(table -> table.getValue().split("\"IndexName\"", -1).length - 1)
        .max()
        .orElse(0);
  }

  /** The variables of one case. */
  Variables variables() {
    return new Variables("k" + UUID.randomUUID().toString().substring(0, 8), freshName());
  }

  /** The tables and backups that the cases have created and that must be deleted at the end. */
  Created created() {
    return created;
  }

  @Override
  public void close() {
    created.deleteAll();
  }

  /** Waits until a table and its indexes can be used. */
  void awaitActive(String name) {
    long deadline = System.nanoTime() + LONGEST_WAIT.toNanos();
    var answer = describe(name);
    for (int checks = 1; answer.status() != 200 || isChanging(answer); checks++) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException(name + " has not become active: " + answer.text());
      }
      client.stop().pause(PAUSES.pause(checks));
      answer = describe(name);
    }
  }

  private static boolean isChanging(RawResponse answer) {
    return CHANGING.matcher(answer.text()).find();
  }

  private RawResponse describe(String name) {
    return client.call("DescribeTable", "{\"TableName\":\"" + name + "\"}");
  }

  private String freshName() {
    return prefix + UUID.randomUUID().toString().substring(0, 13);
  }

  /** The values of {@code ${key}} and {@code ${table}} in one case. */
  final class Variables {
    private final String key;
    private final String table;

    Variables(String key, String table) {
      this.key = key;
      this.table = table;
    }

    String table() {
      return table;
    }

    /** A text with every variable replaced. */
    String expand(String text) {
      return VARIABLE
          .matcher(text)
          .replaceAll(match -> Matcher.quoteReplacement(value(match.group(1))));
    }

    /** The inverse of {@link #expand}: replaces the values of this case by their variables. */
    String fold(String text) {
      var result = text.replace(key, "${key}").replace(table, "${table}");
      for (var name : names.entrySet()) {
        result = result.replace(name.getValue(), "${" + name.getKey() + "}");
      }
      return result;
    }

    private String value(String variable) {
      var repeat = REPEAT.matcher(variable);
      if (repeat.matches()) {
        return repeat.group(2).repeat(Integer.parseInt(repeat.group(1)));
      }
      if (variable.startsWith(ARN)) {
        var name = value(variable.substring(ARN.length()));
        var table = Json.members(Json.member(describe(name).json(), "Table"));
        return (String) Json.member(table, "TableArn");
      }
      return switch (variable) {
        case "key" -> key;
        case "table" -> table;
        default -> names.computeIfAbsent(variable, CaseTables.this::create);
      };
    }
  }

  private String create(String variable) {
    var definition = DEFINITIONS.get(variable);
    if (definition == null) {
      throw new IllegalArgumentException("unknown variable: ${" + variable + "}");
    }
    var name = freshName();
    created.table(name);
    var response =
        client.call(
            "CreateTable",
            "{\"TableName\":\""
                + name
                + "\",\"BillingMode\":\"PAY_PER_REQUEST\","
                + definition
                + "}");
    if (response.status() != 200) {
      throw new IllegalStateException(
          "the table ${" + variable + "} was not created: " + response.text());
    }
    awaitActive(name);
    return name;
  }

  private static String sorted(String type) {
    return "\"AttributeDefinitions\":["
        + PK
        + ",{\"AttributeName\":\"sk\",\"AttributeType\":\""
        + type
        + "\"}],\"KeySchema\":["
        + PK_HASH
        + ","
        + SK_RANGE;
  }
}
