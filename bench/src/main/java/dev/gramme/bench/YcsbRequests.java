package dev.gramme.bench;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.SplittableRandom;

/** The requests for records of YCSB: ten fields of 100 random letters each. Not thread-safe. */
final class YcsbRequests {
  static final String TABLE = "usertable";
  private static final int FIELDS = 10;
  private static final int FIELD_BYTES = 100;
  private static final int POOL = 1 << 16;

  private final int port;
  private final SplittableRandom random;
  private final String letters;

  YcsbRequests(int port, SplittableRandom random) {
    this.port = port;
    this.random = random;
    letters = LargeItem.randomText(POOL, random);
  }

  /** The parameters for the creation of the table. */
  static String definition() {
    return """
    {"TableName":"%s","BillingMode":"PAY_PER_REQUEST","AttributeDefinitions":[
    {"AttributeName":"id","AttributeType":"S"}],
    "KeySchema":[{"AttributeName":"id","KeyType":"HASH"}]}\
    """
        .formatted(TABLE);
  }

  /** Reads all fields. */
  byte[] read(long record) {
    return request("GetItem", "\"Key\":{" + key(record) + "}");
  }

  /** Replaces one field. */
  byte[] update(long record) {
    return request(
        "UpdateItem",
        "\"Key\":{"
            + key(record)
            + "},\"UpdateExpression\":\"SET field"
            + random.nextInt(FIELDS)
            + " = :v\",\"ExpressionAttributeValues\":{\":v\":{\"S\":\""
            + value()
            + "\"}}");
  }

  /** Writes a whole record. */
  byte[] insert(long record) {
    var item = new StringBuilder("\"Item\":{").append(key(record));
    for (int i = 0; i < FIELDS; i++) {
      item.append(",\"field").append(i).append("\":{\"S\":\"").append(value()).append("\"}");
    }
    return request("PutItem", item + "}");
  }

  /** Reads records in the order of the table, which is that of a hash, as YCSB's binding does. */
  byte[] scan(long after, int limit) {
    return request("Scan", "\"Limit\":" + limit + ",\"ExclusiveStartKey\":{" + key(after) + "}");
  }

  private static String key(long record) {
    return String.format(Locale.ROOT, "\"id\":{\"S\":\"user%012d\"}", record);
  }

  private String value() {
    int from = random.nextInt(POOL - FIELD_BYTES);
    return letters.substring(from, from + FIELD_BYTES);
  }

  private byte[] request(String operation, String members) {
    var body = "{\"TableName\":\"" + TABLE + "\"," + members + "}";
    return (RawConnection.head(port, operation, body.length()) + body)
        .getBytes(StandardCharsets.US_ASCII);
  }
}
