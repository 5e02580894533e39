package dev.gramme.testkit.history;

import dev.gramme.testkit.Gen;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Generates histories of a table with a stream: writes of all kinds, some of which change nothing,
 * requests that read the stream (valid GetRecords only in histories without batch writes), and
 * switching the stream and the expiry off and on. One request in eight is faulty.
 *
 * <p>Placeholders stand for values that only the server knows: {@code ${arn}} is the ARN of the
 * table's latest stream, {@code ${shard}} the last shard in the latest description of the stream,
 * {@code ${iterator}} the iterator that was last returned, {@code ${sequence}} the sequence number
 * of a record that was read.
 */
public final class StreamHistories {
  /** The ARN of the table's latest stream. */
  public static final String ARN = "${arn}";

  /** The last shard in the latest description of the stream. */
  public static final String SHARD = "${shard}";

  /** The iterator that was last returned. */
  public static final String ITERATOR = "${iterator}";

  /** The sequence number of the first record of the last page that was not empty. */
  public static final String SEQUENCE = "${sequence}";

  private static final int FAULTY_PERCENT = 12;
  private static final String UNKNOWN_STREAM =
      "arn:aws:dynamodb:us-east-1:000000000000:table/nothing/stream/2026-11-21T00:00:00.000";
  private static final String UNKNOWN_SHARD = "shardId-00000000000000000001-ffffffff";
  private static final String TABLE = "\"TableName\":\"" + Request.TABLE + "\"";
  private static final Set<String> WRITES = Set.of("PutItem", "UpdateItem", "DeleteItem");
  private static final Set<String> ALL_WRITES =
      Set.of("PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem", "TransactWriteItems");

  private final Gen gen;

  /**
   * With batch writes the stream is only read completely at the end, since servers may order the
   * writes of a batch differently.
   */
  private final boolean batches;

  private final List<Request> writes;

  private StreamHistories(Gen gen, int length) {
    this.gen = gen;
    this.batches = gen.chance(30);
    this.writes =
        Histories.random(gen, 3 * length).stream()
            .filter(request -> (batches ? ALL_WRITES : WRITES).contains(request.operation()))
            .toList();
  }

  /** A history that begins with the creation of its table, followed by this many requests. */
  public static List<Request> random(Gen gen, int length) {
    var histories = new StreamHistories(gen, length);
    var requests = new ArrayList<Request>();
    requests.add(createTable(histories.viewType()));
    for (var i = 0; i < length; i++) {
      requests.add(gen.chance(FAULTY_PERCENT) ? histories.faulty() : histories.valid());
    }
    return requests;
  }

  private String viewType() {
    return gen.oneOf("KEYS_ONLY", "NEW_IMAGE", "OLD_IMAGE", "NEW_AND_OLD_IMAGES");
  }

  /** The throughput is so low that the stream has one shard. */
  private static Request createTable(String viewType) {
    return new Request(
        "CreateTable",
        """
        {"TableName":"${table}",\
        "ProvisionedThroughput":{"ReadCapacityUnits":5,"WriteCapacityUnits":5},\
        "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},\
        {"AttributeName":"sk","AttributeType":"N"}],\
        "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}],\
        "StreamSpecification":{"StreamEnabled":true,"StreamViewType":"%s"}}\
        """
            .formatted(viewType));
  }

  private Request valid() {
    return switch (gen.nextInt(14)) {
      case 0, 1, 2, 3, 4, 5 -> gen.oneOf(writes);
      case 6 -> list("");
      case 7 -> describe(ARN, "");
      case 8, 9 -> iterator(ARN, SHARD, "TRIM_HORIZON", "");
      case 10 ->
          batches || gen.chance(50) ? iterator(ARN, SHARD, "LATEST", "") : numbered(SEQUENCE);
      case 11, 12 ->
          batches
              ? gen.oneOf(writes)
              : records(ITERATOR, gen.chance(50) ? ",\"Limit\":" + gen.between(1, 4) : "");
      default -> settings();
    };
  }

  private Request settings() {
    return switch (gen.nextInt(5)) {
      case 0 -> expiry(gen.oneOf("true", "false"), gen.oneOf("h", "h", "n"));
      case 1 -> new Request("DescribeTimeToLive", "{" + TABLE + "}");
      case 2 -> stream("\"StreamEnabled\":false");
      case 3 -> stream("\"StreamEnabled\":true,\"StreamViewType\":\"" + viewType() + "\"");
      default -> new Request("DescribeTable", "{" + TABLE + "}");
    };
  }

  /**
   * A request that is well-formed but invalid. Malformed requests are left out: DynamoDB Local does
   * not check them, or fails itself.
   */
  private Request faulty() {
    return switch (gen.nextInt(9)) {
      case 0 -> list(gen.oneOf(",\"Limit\":0", ",\"Limit\":101"));
      case 1 -> describe(UNKNOWN_STREAM, "");
      // An ExclusiveStartShardId of a missing shard is an error only in DynamoDB Local.
      case 2 -> describe(ARN, gen.oneOf(",\"Limit\":0", ",\"Limit\":101"));
      case 3 -> iterator(UNKNOWN_STREAM, SHARD, "LATEST", "");
      case 4 -> iterator(ARN, UNKNOWN_SHARD, "TRIM_HORIZON", "");
      case 5 -> numbered(gen.oneOf("000000000000000000001", "00000000000000000000001"));
      case 6 ->
          iterator(
              ARN,
              SHARD,
              gen.oneOf("AT_SEQUENCE_NUMBER", "AFTER_SEQUENCE_NUMBER", "LATEST"),
              gen.chance(50) ? "" : ",\"SequenceNumber\":\"" + SEQUENCE + "\"");
      case 7 -> records(gen.oneOf(ARN + "|1|x", ITERATOR + "x"), "");
      default -> expiry("true", gen.oneOf("", "x".repeat(256)));
    };
  }

  private static Request list(String more) {
    return new Request("ListStreams", "{" + TABLE + more + "}");
  }

  private static Request describe(String arn, String more) {
    return new Request("DescribeStream", "{\"StreamArn\":\"" + arn + "\"" + more + "}");
  }

  private static Request iterator(String arn, String shard, String type, String more) {
    return new Request(
        "GetShardIterator",
        "{\"StreamArn\":\"%s\",\"ShardId\":\"%s\",\"ShardIteratorType\":\"%s\"%s}"
            .formatted(arn, shard, type, more));
  }

  private Request numbered(String sequence) {
    return iterator(
        ARN,
        SHARD,
        gen.oneOf("AT_SEQUENCE_NUMBER", "AFTER_SEQUENCE_NUMBER"),
        ",\"SequenceNumber\":\"" + sequence + "\"");
  }

  private static Request records(String iterator, String more) {
    return new Request("GetRecords", "{\"ShardIterator\":\"" + iterator + "\"" + more + "}");
  }

  private static Request expiry(String enabled, String attribute) {
    return new Request(
        "UpdateTimeToLive",
        "{%s,\"TimeToLiveSpecification\":{\"Enabled\":%s,\"AttributeName\":\"%s\"}}"
            .formatted(TABLE, enabled, attribute));
  }

  private static Request stream(String specification) {
    return new Request(
        "UpdateTable", "{" + TABLE + ",\"StreamSpecification\":{" + specification + "}}");
  }
}
