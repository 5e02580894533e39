package dev.gramme.toolkit.migrate;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

/**
 * The progress of a migration's segments: one item for each in a table, which may be the migrated
 * one, under {@code MIGRATION#name} and {@code SEGMENT#0003}, or both together if there is no sort
 * key. The key attributes must be strings.
 */
public final class Checkpoints {
  /**
   * The attribute that marks checkpoint items, so that a migration of the same table skips them.
   */
  static final String MARK = "gramme_checkpoint";

  private static final String POSITION = "position";

  private final DynamoDbClient client;
  private final String table;
  private final List<String> keyNames;
  private final String name;

  private Checkpoints(DynamoDbClient client, String table, List<String> keyNames, String name) {
    this.client = client;
    this.table = table;
    this.keyNames = keyNames;
    this.name = name;
  }

  /**
   * The checkpoints of a migration.
   *
   * @param name the migration's unique name
   */
  public static Checkpoints in(
      DynamoDbClient client, String table, List<String> keyNames, String name) {
    return new Checkpoints(client, table, List.copyOf(keyNames), name);
  }

  /**
   * The progress of a segment.
   *
   * @param segments the total number of segments
   * @param isDone whether the segment was read completely
   * @param position the last key that was read; empty at the beginning, and at the end
   */
  record Checkpoint(int segments, boolean isDone, Map<String, AttributeValue> position) {
    static Checkpoint beginning(int segments) {
      return new Checkpoint(segments, false, Map.of());
    }
  }

  Optional<Checkpoint> load(int segment) {
    GetItemResponse read =
        client.getItem(
            GetItemRequest.builder()
                .tableName(table)
                .key(key(segment))
                .consistentRead(true)
                .build());
    if (!read.hasItem()) {
      return Optional.empty();
    }
    Map<String, AttributeValue> mark =
        read.item().getOrDefault(MARK, AttributeValue.fromM(Map.of())).m();
    AttributeValue segments = mark.get("segments");
    AttributeValue done = mark.get("done");
    AttributeValue position = mark.get(POSITION);
    if (segments == null || done == null || position == null) {
      throw new IllegalStateException("no checkpoint: " + key(segment));
    }
    return Optional.of(new Checkpoint(Integer.parseInt(segments.n()), done.bool(), position.m()));
  }

  void save(int segment, Checkpoint checkpoint) {
    Map<String, AttributeValue> item = new HashMap<>(key(segment));
    item.put(
        MARK,
        AttributeValue.fromM(
            Map.of(
                "segments",
                AttributeValue.fromN(Integer.toString(checkpoint.segments())),
                "done",
                AttributeValue.fromBool(checkpoint.isDone()),
                POSITION,
                AttributeValue.fromM(checkpoint.position()))));
    client.putItem(PutItemRequest.builder().tableName(table).item(item).build());
  }

  void delete(int segment) {
    client.deleteItem(DeleteItemRequest.builder().tableName(table).key(key(segment)).build());
  }

  private Map<String, AttributeValue> key(int segment) {
    String number = Integer.toString(segment);
    String text = "SEGMENT#" + "0".repeat(Math.max(0, 4 - number.length())) + number;
    String migration = "MIGRATION#" + name;
    if (keyNames.size() == 1) {
      return Map.of(keyNames.get(0), AttributeValue.fromS(migration + "#" + text));
    }
    return Map.of(
        keyNames.get(0), AttributeValue.fromS(migration),
        keyNames.get(1), AttributeValue.fromS(text));
  }
}
