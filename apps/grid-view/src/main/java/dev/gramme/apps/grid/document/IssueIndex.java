package dev.gramme.apps.grid.document;

import dev.gramme.toolkit.batch.Backoff;
import java.util.List;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.StreamSpecification;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** The index of the issues' values and its maintenance. */
public final class IssueIndex {
  private final Documents documents;
  private final IndexTable index;
  private final Checkpoints checkpoints;
  private final Backoff backoff;

  public IssueIndex(
      Documents documents, IndexTable index, Checkpoints checkpoints, Backoff backoff) {
    this.documents = documents;
    this.index = index;
    this.checkpoints = checkpoints;
    this.backoff = backoff;
  }

  /**
   * A consumer of the issues' stream, which is enabled if necessary. Only a {@link #rebuild} finds
   * changes from before that.
   */
  public StreamConsumer consumer(DynamoDbStreamsClient streams) {
    checkpoints.table().createIfAbsent();
    return new StreamConsumer(streams, stream(), checkpoints, effect());
  }

  private Consumer<List<Record>> effect() {
    var records = new IndexRecords(new IndexWriter(documents, index, backoff));
    return records::handle;
  }

  /** Rebuilds the index while the system is in use. */
  public IndexRebuild.Report rebuild() {
    return new IndexRebuild(documents, index, backoff).run();
  }

  /** Compares the index with the issues. */
  public IndexRebuild.Report compare() {
    return new IndexRebuild(documents, index, backoff).compare();
  }

  private String stream() {
    DynamoDbClient client = documents.table().client();
    var describe = DescribeTableRequest.builder().tableName(documents.table().name()).build();
    TableDescription table = client.describeTable(describe).table();
    if (table.streamSpecification() == null
        || !Boolean.TRUE.equals(table.streamSpecification().streamEnabled())) {
      client.updateTable(
          UpdateTableRequest.builder()
              .tableName(documents.table().name())
              .streamSpecification(
                  StreamSpecification.builder()
                      .streamEnabled(true)
                      .streamViewType(StreamViewType.NEW_AND_OLD_IMAGES)
                      .build())
              .build());
      try (var waiter = client.waiter()) {
        waiter.waitUntilTableExists(describe);
      }
      table = client.describeTable(describe).table();
    }
    return table.latestStreamArn();
  }
}
