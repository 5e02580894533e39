package dev.gramme.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ExpiredIteratorException;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.ShardFilterType;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TrimmedDataAccessException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

class StreamsTest {
  private final Instant start = Instant.now();
  private final Gramme gramme = Gramme.inMemory(InstantSource.fixed(start));
  private final DynamoDbClient dynamo = gramme.client();
  private final DynamoDbStreamsClient streams = gramme.streamsClient();

  @AfterEach
  void close() {
    gramme.close();
  }

  private String table(StreamViewType view) {
    return dynamo
        .createTable(request ->
            request
                .tableName("songs")
                .attributeDefinitions(attribute("Id", ScalarAttributeType.N))
                .keySchema(hash("Id"))
                .provisionedThroughput(t -> t.readCapacityUnits(1L).writeCapacityUnits(1L))
                .streamSpecification(s -> s.streamEnabled(true).streamViewType(view)))
        .tableDescription()
        .latestStreamArn();
  }

  private static AttributeDefinition attribute(String name, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }

  private static KeySchemaElement hash(String name) {
    return KeySchemaElement.builder().attributeName(name).keyType(KeyType.HASH).build();
  }

  private void put(int id, String message) {
    dynamo.putItem(request ->
        request
            .tableName("songs")
            .item(
                Map.of(
                    "Id",
                    AttributeValue.fromN("" + id),
                    "Message",
                    AttributeValue.fromS(message))));
  }

  private void delete(int id) {
    dynamo.deleteItem(
        request -> request.tableName("songs").key(Map.of("Id", AttributeValue.fromN("" + id))));
  }

  private List<Shard> shards(String arn) {
    return streams.describeStream(r -> r.streamArn(arn)).streamDescription().shards();
  }

  private String iterator(String arn, Shard shard, ShardIteratorType type) {
    return streams
        .getShardIterator(r -> r.streamArn(arn).shardId(shard.shardId()).shardIteratorType(type))
        .shardIterator();
  }

  /** All records of a shard, in pages of two. */
  private List<Record> records(String arn, Shard shard) {
    var all = new ArrayList<Record>();
    String next = iterator(arn, shard, ShardIteratorType.TRIM_HORIZON);
    while (next != null) {
      String here = next;
      var page = streams.getRecords(r -> r.shardIterator(here).limit(2));
      all.addAll(page.records());
      next = page.records().isEmpty() ? null : page.nextShardIterator();
    }
    return all;
  }

  @Test
  void every_change_is_one_record_in_order_with_the_size_of_its_images() {
    String arn = table(StreamViewType.NEW_AND_OLD_IMAGES);
    put(101, "New item!");
    put(101, "This item has changed");
    put(101, "This item has changed");
    delete(101);
    delete(101);
    var records = records(arn, shards(arn).getFirst());
    assertThat(records)
        .extracting(Record::eventName)
        .containsExactly(OperationType.INSERT, OperationType.MODIFY, OperationType.REMOVE);
    assertThat(records).extracting(r -> r.dynamodb().sizeBytes()).containsExactly(26L, 59L, 38L);
    assertThat(records).extracting(Record::eventID).doesNotHaveDuplicates();
    assertThat(records).extracting(r -> r.dynamodb().sequenceNumber()).isSorted();
    assertThat(records).extracting(Record::userIdentity).containsOnlyNulls();
    var modified = records.get(1).dynamodb();
    assertThat(modified.keys()).containsOnlyKeys("Id");
    assertThat(modified.oldImage()).containsEntry("Message", AttributeValue.fromS("New item!"));
    assertThat(modified.newImage())
        .containsEntry("Message", AttributeValue.fromS("This item has changed"));
  }

  @ParameterizedTest
  @EnumSource(
      value = StreamViewType.class,
      names = {"KEYS_ONLY", "NEW_IMAGE", "OLD_IMAGE"})
  void the_view_type_decides_which_images_are_shown(StreamViewType view) {
    String arn = table(view);
    put(1, "a");
    put(1, "b");
    delete(1);
    var records = records(arn, shards(arn).getFirst());
    assertThat(records)
        .extracting(r -> r.dynamodb().hasNewImage())
        .containsExactly(view == StreamViewType.NEW_IMAGE, view == StreamViewType.NEW_IMAGE, false);
    assertThat(records)
        .extracting(r -> r.dynamodb().hasOldImage())
        .containsExactly(false, view == StreamViewType.OLD_IMAGE, view == StreamViewType.OLD_IMAGE);
  }

  @Test
  void more_throughput_splits_the_shard_into_two_children() {
    String arn = table(StreamViewType.KEYS_ONLY);
    put(1, "before");
    dynamo.updateTable(r ->
        r.tableName("songs")
            .provisionedThroughput(t -> t.readCapacityUnits(1L).writeCapacityUnits(1500L)));
    for (int id = 1; id <= 20; id++) {
      put(id, "after");
    }
    var shards = shards(arn);
    assertThat(shards).hasSize(3);
    var parent = shards.getFirst();
    assertThat(parent.sequenceNumberRange().endingSequenceNumber()).isNotNull();
    assertThat(shards.subList(1, 3))
        .allSatisfy(child -> {
          assertThat(child.parentShardId()).isEqualTo(parent.shardId());
          assertThat(child.sequenceNumberRange().endingSequenceNumber()).isNull();
        });
    assertThat(records(arn, parent)).hasSize(1);
    int left = records(arn, shards.get(1)).size();
    int right = records(arn, shards.get(2)).size();
    assertThat(left + right).isEqualTo(20);
    assertThat(left).isBetween(1, 19);
    var children =
        streams.describeStream(r ->
            r.streamArn(arn)
                .shardFilter(f -> f.type(ShardFilterType.CHILD_SHARDS).shardId(parent.shardId())));
    assertThat(children.streamDescription().shards()).hasSize(2);
  }

  @Test
  void a_closed_shard_has_an_end_and_an_open_one_receives_new_records() {
    String arn = table(StreamViewType.KEYS_ONLY);
    put(1, "a");
    var open = iterator(arn, shards(arn).getFirst(), ShardIteratorType.LATEST);
    assertThat(streams.getRecords(r -> r.shardIterator(open)).records()).isEmpty();
    put(2, "b");
    var page = streams.getRecords(r -> r.shardIterator(open));
    assertThat(page.records()).hasSize(1);
    gramme.advance(Duration.ofHours(4).plusMinutes(2));
    var shards = shards(arn);
    assertThat(shards).hasSize(2);
    assertThat(shards.get(1).parentShardId()).isEqualTo(shards.get(0).shardId());
    var closed = iterator(arn, shards.getFirst(), ShardIteratorType.LATEST);
    assertThat(streams.getRecords(r -> r.shardIterator(closed)).nextShardIterator()).isNull();
    assertThat(records(arn, shards.getFirst())).hasSize(2);
    put(3, "c");
    assertThat(records(arn, shards.get(1))).hasSize(1);
  }

  @Test
  void records_expire_after_a_day_and_iterators_after_fifteen_minutes() {
    String arn = table(StreamViewType.KEYS_ONLY);
    put(1, "a");
    var shard = shards(arn).getFirst();
    String first = records(arn, shard).getFirst().dynamodb().sequenceNumber();
    var iterator = iterator(arn, shard, ShardIteratorType.TRIM_HORIZON);
    gramme.advance(Duration.ofMinutes(16));
    assertThatThrownBy(() -> streams.getRecords(r -> r.shardIterator(iterator)))
        .isInstanceOf(ExpiredIteratorException.class);
    gramme.advance(Duration.ofHours(24));
    var listed = shards(arn);
    assertThat(listed).extracting(Shard::shardId).contains(shard.shardId());
    assertThat(records(arn, shard)).isEmpty();
    assertThatThrownBy(() ->
            streams.getShardIterator(r ->
                r.streamArn(arn)
                    .shardId(shard.shardId())
                    .shardIteratorType(ShardIteratorType.AT_SEQUENCE_NUMBER)
                    .sequenceNumber(first)))
        .isInstanceOf(TrimmedDataAccessException.class);
    gramme.advance(Duration.ofHours(25));
    assertThat(shards(arn)).extracting(Shard::shardId).doesNotContain(shard.shardId());
  }

  @Test
  void a_disabled_stream_and_the_stream_of_a_deleted_table_can_be_read_for_a_day() {
    String first = table(StreamViewType.KEYS_ONLY);
    put(1, "a");
    dynamo.updateTable(r -> r.tableName("songs").streamSpecification(s -> s.streamEnabled(false)));
    put(2, "not in any stream");
    dynamo.updateTable(r ->
        r.tableName("songs")
            .streamSpecification(
                s -> s.streamEnabled(true).streamViewType(StreamViewType.NEW_IMAGE)));
    String second = dynamo.describeTable(r -> r.tableName("songs")).table().latestStreamArn();
    put(3, "b");
    dynamo.deleteTable(r -> r.tableName("songs"));
    assertThat(second).isNotEqualTo(first);
    for (String arn : List.of(first, second)) {
      var described = streams.describeStream(r -> r.streamArn(arn)).streamDescription();
      assertThat(described.streamStatusAsString()).isEqualTo("DISABLED");
      assertThat(records(arn, described.shards().getFirst())).hasSize(1);
    }
    var listed = streams.listStreams(r -> r.tableName("songs").limit(1));
    assertThat(listed.streams()).extracting(s -> s.streamArn()).containsExactly(first);
    var rest = streams.listStreams(r -> r.exclusiveStartStreamArn(listed.lastEvaluatedStreamArn()));
    assertThat(rest.streams()).extracting(s -> s.streamArn()).containsExactly(second);
    gramme.advance(Duration.ofHours(25));
    assertThat(streams.listStreams().streams()).isEmpty();
  }

  @Test
  void the_record_of_an_expired_item_names_the_service() {
    String arn = table(StreamViewType.NEW_AND_OLD_IMAGES);
    dynamo.updateTimeToLive(r ->
        r.tableName("songs").timeToLiveSpecification(t -> t.enabled(true).attributeName("ttl")));
    long soon = start.getEpochSecond() + 100;
    dynamo.putItem(r ->
        r.tableName("songs")
            .item(Map.of("Id", AttributeValue.fromN("1"), "ttl", AttributeValue.fromN("" + soon))));
    put(2, "stays");
    gramme.advance(Duration.ofSeconds(90));
    assertThat(dynamo.scan(r -> r.tableName("songs")).count()).isEqualTo(2);
    gramme.advance(Duration.ofSeconds(20));
    assertThat(dynamo.scan(r -> r.tableName("songs")).count()).isEqualTo(1);
    var last = records(arn, shards(arn).getFirst()).getLast();
    assertThat(last.eventName()).isEqualTo(OperationType.REMOVE);
    assertThat(last.userIdentity().principalId()).isEqualTo("dynamodb.amazonaws.com");
    assertThat(last.userIdentity().type()).isEqualTo("Service");
  }

  @Test
  void an_on_demand_table_has_four_shards_that_are_listed_in_pages() {
    var arn =
        dynamo
            .createTable(r ->
                r.tableName("wide")
                    .attributeDefinitions(attribute("id", ScalarAttributeType.S))
                    .keySchema(hash("id"))
                    .billingMode(BillingMode.PAY_PER_REQUEST)
                    .streamSpecification(
                        s -> s.streamEnabled(true).streamViewType(StreamViewType.KEYS_ONLY)))
            .tableDescription()
            .latestStreamArn();
    var first = streams.describeStream(r -> r.streamArn(arn).limit(3)).streamDescription();
    assertThat(first.shards()).hasSize(3);
    var second =
        streams
            .describeStream(
                r -> r.streamArn(arn).exclusiveStartShardId(first.lastEvaluatedShardId()))
            .streamDescription();
    assertThat(second.shards()).hasSize(1);
    assertThat(second.lastEvaluatedShardId()).isNull();
    for (String unknown :
        List.of("none", "shardId-00000000000000000000-00000000", "shardId-" + "9".repeat(40))) {
      var behind =
          streams
              .describeStream(r -> r.streamArn(arn).exclusiveStartShardId(unknown))
              .streamDescription();
      assertThat(behind.shards()).as(unknown).isEmpty();
    }
  }
}
