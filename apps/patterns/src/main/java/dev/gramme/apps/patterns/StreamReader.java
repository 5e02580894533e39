package dev.gramme.apps.patterns;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsRequest;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorRequest;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.StreamSpecification;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Reads the stream of a table. It remembers its position in each shard, like consumers of the
 * service do with their checkpoints; {@link #redeliver} resets the positions.
 */
public final class StreamReader {
  private final DynamoDbStreamsClient streams;
  private final String arn;
  private final Map<String, String> checkpoints = new HashMap<>();

  private StreamReader(DynamoDbStreamsClient streams, String arn) {
    this.streams = streams;
    this.arn = arn;
  }

  /** Reads the stream of a table from its beginning, and enables it if necessary. */
  static StreamReader open(DynamoDbClient client, DynamoDbStreamsClient streams, String table) {
    var describe = DescribeTableRequest.builder().tableName(table).build();
    TableDescription description = client.describeTable(describe).table();
    if (description.latestStreamArn() == null) {
      client.updateTable(
          UpdateTableRequest.builder()
              .tableName(table)
              .streamSpecification(
                  StreamSpecification.builder()
                      .streamEnabled(true)
                      .streamViewType(StreamViewType.NEW_AND_OLD_IMAGES)
                      .build())
              .build());
      client.waiter().waitUntilTableExists(describe);
      description = client.describeTable(describe).table();
    }
    return new StreamReader(streams, description.latestStreamArn());
  }

  /** The ARN of the stream. */
  public String arn() {
    return arn;
  }

  /** The records since the last call, in their order. */
  public List<Record> poll() {
    var records = new ArrayList<Record>();
    var request = DescribeStreamRequest.builder().streamArn(arn).build();
    for (Shard shard : streams.describeStream(request).streamDescription().shards()) {
      String iterator = iterator(shard.shardId());
      while (iterator != null) {
        GetRecordsResponse page =
            streams.getRecords(GetRecordsRequest.builder().shardIterator(iterator).build());
        if (page.records().isEmpty()) {
          break;
        }
        records.addAll(page.records());
        checkpoints.put(shard.shardId(), page.records().getLast().dynamodb().sequenceNumber());
        iterator = page.nextShardIterator();
      }
    }
    records.sort(
        Comparator.comparing(record -> new BigInteger(record.dynamodb().sequenceNumber())));
    return records;
  }

  /**
   * Simulates a consumer that died before it stored its position: all records are delivered again.
   */
  public void redeliver() {
    checkpoints.clear();
  }

  private String iterator(String shard) {
    var request = GetShardIteratorRequest.builder().streamArn(arn).shardId(shard);
    String last = checkpoints.get(shard);
    if (last == null) {
      request.shardIteratorType(ShardIteratorType.TRIM_HORIZON);
    } else {
      request.shardIteratorType(ShardIteratorType.AFTER_SEQUENCE_NUMBER).sequenceNumber(last);
    }
    return streams.getShardIterator(request.build()).shardIterator();
  }
}
