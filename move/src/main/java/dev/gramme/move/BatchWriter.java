package dev.gramme.move;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Writes batches to one table at a limited rate, and waits while the table throttles. */
public final class BatchWriter {
  /** The service's limit for a batch. */
  public static final int MAX_REQUESTS = 25;

  private static final double UNIT_BYTES = 1024;

  private final DynamoDbClient client;
  private final String table;
  private final UnitRate rate;
  private final Refusals refusals;

  /** Writes to a table. */
  public BatchWriter(DynamoDbClient client, String table, UnitRate rate, Refusals refusals) {
    this.client = client;
    this.table = table;
    this.rate = rate;
    this.refusals = refusals;
  }

  /** Receives what the table refuses for good. */
  @FunctionalInterface
  public interface Refusals {
    /** A request is not valid, for the given reason. */
    void refused(WriteRequest request, String reason) throws CommandException;
  }

  /**
   * Writes a batch and returns when all of it is written or refused.
   *
   * @param requests at most 25, for different keys
   */
  public void write(List<WriteRequest> requests) throws CommandException, InterruptedException {
    try {
      writeAll(requests);
    } catch (DynamoDbException fault) {
      if (fault.awsErrorDetails() == null
          || !"ValidationException".equals(fault.awsErrorDetails().errorCode())) {
        throw fault;
      }
      if (requests.size() == 1) {
        refusals.refused(requests.getFirst(), Connection.reason(fault));
        return;
      }
      // One invalid request makes the service refuse the whole batch.
      for (WriteRequest request : requests) {
        write(List.of(request));
      }
    }
  }

  private void writeAll(List<WriteRequest> requests) throws CommandException, InterruptedException {
    var patience = new Patience();
    List<WriteRequest> left = requests;
    while (!left.isEmpty()) {
      double estimate = units(left);
      rate.take(estimate);
      Map<String, List<WriteRequest>> batch = Map.of(table, left);
      BatchWriteItemResponse answer =
          patience.send(() ->
              client.batchWriteItem(all ->
                  all.requestItems(batch).returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)));
      double consumed =
          answer.consumedCapacity().stream().mapToDouble(each -> each.capacityUnits()).sum();
      rate.consumed(answer.hasConsumedCapacity() ? consumed : estimate, estimate);
      List<WriteRequest> unprocessed = answer.unprocessedItems().getOrDefault(table, List.of());
      if (unprocessed.size() < left.size()) {
        patience.succeeded();
      }
      left = unprocessed;
      if (!left.isEmpty()) {
        patience.pauseUnprocessed();
      }
    }
  }

  private static double units(List<WriteRequest> requests) {
    double units = 0;
    for (WriteRequest request : requests) {
      units +=
          request.putRequest() == null
              ? 1
              : Math.max(1, Math.ceil(bytes(request.putRequest().item()) / UNIT_BYTES));
    }
    return units;
  }

  /** The size of an item by the service's rules. */
  private static int bytes(Map<String, AttributeValue> item) {
    return Items.of(item).sizeBytes();
  }

  /** Splits a list into batches. */
  public static List<List<WriteRequest>> batches(List<WriteRequest> requests) {
    var batches = new ArrayList<List<WriteRequest>>();
    for (int from = 0; from < requests.size(); from += MAX_REQUESTS) {
      batches.add(requests.subList(from, Math.min(requests.size(), from + MAX_REQUESTS)));
    }
    return batches;
  }
}
