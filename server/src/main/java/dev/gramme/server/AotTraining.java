package dev.gramme.server;

import dev.gramme.server.settings.DynamoDbLocalOptions;
import dev.gramme.server.settings.Settings;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * A short run of real requests. The JVM records for its AOT cache which classes a server loads and
 * which methods are hot. The {@code gramme} script runs it after a build.
 */
public final class AotTraining {
  private static final int ROUNDS = 400;

  private final int port;

  private AotTraining(int port) {
    this.port = port;
  }

  /**
   * Starts the server twice and sends requests to it.
   *
   * @param args the folder for the data
   */
  public static void main(String[] args) throws Exception {
    Main.configureLog("info");
    var settings = Settings.read(List.of("--port", "0", "--data", args[0] + "/data"), Map.of());
    // Twice, because a start with existing data runs other code than the first start.
    for (int start = 0; start < 2; start++) {
      var _ = DynamoDbLocalOptions.isOne(List.of());
      try (var node = Node.start(settings)) {
        Main.announce(System.out, settings, node);
        Readiness.report(Map.of());
        new AotTraining(node.port()).run();
      }
    }
  }

  private void run() throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      ask(socket, "CreateTable", createTable("training"));
      ask(socket, "CreateTable", createTable("short"));
      for (int i = 0; i < ROUNDS; i++) {
        var key = "\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"%d\"}".formatted(i % 50);
        ask(
            socket,
            "PutItem",
            "{\"TableName\":\"training\",\"Item\":{"
                + key
                + ",\"text\":{\"S\":\"some words\"},"
                + "\"list\":{\"L\":[{\"N\":\"1.5\"},{\"BOOL\":true}]},\"tags\":{\"SS\":[\"a\"]}}}");
        ask(socket, "GetItem", "{\"TableName\":\"training\",\"Key\":{" + key + "}}");
        ask(socket, "UpdateItem", update(key));
        ask(socket, "Query", query());
        if (i % 20 == 0) {
          rarer(socket, key);
        }
      }
      ask(socket, "DeleteTable", "{\"TableName\":\"short\"}");
    }
  }

  private static void rarer(Socket socket, String key) throws IOException {
    var table = "{\"TableName\":\"training\"";
    ask(
        socket,
        "BatchWriteItem",
        "{\"RequestItems\":{\"training\":[{\"PutRequest\":{\"Item\":{" + key + "}}}]}}");
    ask(
        socket,
        "TransactWriteItems",
        "{\"TransactItems\":[{\"Put\":" + table + ",\"Item\":{" + key + "}}}]}");
    ask(socket, "BatchGetItem", "{\"RequestItems\":{\"training\":{\"Keys\":[{" + key + "}]}}}");
    ask(socket, "Scan", table + "}");
    ask(socket, "DeleteItem", table + ",\"Key\":{" + key + "}}");
    ask(socket, "DescribeTable", table + "}");
    ask(socket, "ListTables", "{}");
    ask(socket, "GetItem", table + ",\"Key\":{\"wrong\":{\"S\":\"a\"}}}");
  }

  private static String createTable(String name) {
    return """
    {"TableName":"%s","BillingMode":"PAY_PER_REQUEST",
    "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},
    {"AttributeName":"sk","AttributeType":"N"}],
    "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},
    {"AttributeName":"sk","KeyType":"RANGE"}]}\
    """
        .formatted(name);
  }

  private static String update(String key) {
    return "{\"TableName\":\"training\",\"Key\":{"
        + key
        + "},\"UpdateExpression\":\"SET #c = if_not_exists(#c, :z) + :one\","
        + "\"ConditionExpression\":\"attribute_exists(pk)\","
        + "\"ExpressionAttributeNames\":{\"#c\":\"count\"},\"ExpressionAttributeValues\":"
        + "{\":z\":{\"N\":\"0\"},\":one\":{\"N\":\"1\"}}}";
  }

  private static String query() {
    return """
    {"TableName":"training","Limit":10,"KeyConditionExpression":"pk = :a AND sk > :b",
    "ExpressionAttributeValues":{":a":{"S":"a"},":b":{"N":"3"}}}\
    """;
  }

  private static void ask(Socket socket, String operation, String body) throws IOException {
    var bytes = body.getBytes(StandardCharsets.UTF_8);
    var head =
        """
        POST / HTTP/1.1\r
        Host: localhost\r
        X-Amz-Target: DynamoDB_20120810.%s\r
        Content-Type: application/x-amz-json-1.0\r
        X-Amz-Date: 20260101T000000Z\r
        Authorization: AWS4-HMAC-SHA256 Credential=training/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host;x-amz-date, Signature=0\r
        Content-Length: %d\r
        \r
        """
            .formatted(operation, bytes.length);
    var out = socket.getOutputStream();
    out.write((head + body).getBytes(StandardCharsets.UTF_8));
    out.flush();
    skipResponse(new DataInputStream(socket.getInputStream()));
  }

  private static void skipResponse(DataInputStream in) throws IOException {
    int length = 0;
    for (var line = line(in); !line.isEmpty(); line = line(in)) {
      if (line.startsWith("Content-Length: ")) {
        length = Integer.parseInt(line.substring("Content-Length: ".length()));
      }
    }
    in.readFully(new byte[length]);
  }

  private static String line(DataInputStream in) throws IOException {
    var line = new StringBuilder();
    for (int c = in.readByte(); c != '\n'; c = in.readByte()) {
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }
}
