package dev.gramme.move;

import java.io.IOException;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** Reads the pages of a table's segments at a limited rate. */
public final class PageReader {
  private static final int PAGE_BYTES = 1 << 20;
  private static final double UNIT_BYTES = 4096;

  private final DynamoDbClient client;
  private final String table;
  private final UnitRate rate;
  private final boolean isConsistent;
  private final int limit;
  private final double estimate;

  /** Reads a table. */
  public PageReader(
      DynamoDbClient client, TableDescription table, UnitRate rate, boolean isConsistent) {
    this.client = client;
    this.table = table.tableName();
    this.rate = rate;
    this.isConsistent = isConsistent;
    double unitsOfPage = PAGE_BYTES / UNIT_BYTES / (isConsistent ? 1 : 2);
    double units = rate.perSecond() == 0 ? unitsOfPage : Math.min(unitsOfPage, rate.perSecond());
    // A page of one second's units at most, so that the rate is even.
    this.estimate = units;
    double pageBytes = units * UNIT_BYTES * (isConsistent ? 1 : 2);
    this.limit =
        units == unitsOfPage ? 0 : (int) Math.max(1, pageBytes / Math.max(1, meanBytes(table)));
  }

  /** The mean size of an item; the service updates it about every six hours. */
  private static double meanBytes(TableDescription table) {
    long items = table.itemCount() == null ? 0 : table.itemCount();
    long bytes = table.tableSizeBytes() == null ? 0 : table.tableSizeBytes();
    return items == 0 ? UNIT_BYTES : (double) bytes / items;
  }

  /** One of equal parts of a table. */
  public record Segment(int number, int total) {}

  /** Receives pages. */
  @FunctionalInterface
  public interface Pages {
    /** A page; the next one is read when this returns. */
    void page(ScanResponse page) throws CommandException, IOException, InterruptedException;
  }

  /**
   * Reads a segment to its end.
   *
   * @param start the key after which the first page begins; empty for the beginning
   */
  public void read(Segment segment, Map<String, AttributeValue> start, Pages pages)
      throws CommandException, IOException, InterruptedException {
    var patience = new Patience();
    Map<String, AttributeValue> from = start;
    do {
      Map<String, AttributeValue> next = from;
      rate.take(estimate);
      ScanResponse page = patience.send(() -> client.scan(scan -> request(scan, segment, next)));
      double consumed =
          page.consumedCapacity() == null ? estimate : page.consumedCapacity().capacityUnits();
      rate.consumed(consumed, estimate);
      pages.page(page);
      from = page.lastEvaluatedKey();
    } while (!from.isEmpty());
  }

  private void request(
      ScanRequest.Builder scan, Segment segment, Map<String, AttributeValue> start) {
    scan.tableName(table)
        .segment(segment.number())
        .totalSegments(segment.total())
        .consistentRead(isConsistent)
        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL);
    if (!start.isEmpty()) {
      scan.exclusiveStartKey(start);
    }
    if (limit > 0) {
      scan.limit(limit);
    }
  }
}
