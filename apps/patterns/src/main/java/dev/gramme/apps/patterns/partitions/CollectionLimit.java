package dev.gramme.apps.patterns.partitions;

import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.apps.patterns.Surroundings;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Delete;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Gsi;
import dev.gramme.toolkit.Lsi;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.Query;
import java.util.List;
import java.util.function.IntConsumer;
import software.amazon.awssdk.services.dynamodb.model.ItemCollectionSizeLimitExceededException;

/** With a local index, the items of a partition key have at most 10 GB. */
public final class CollectionLimit implements Pattern {
  private static final int REPORTS = 20;
  private static final String WEIGHT = "x".repeat(9_900);

  @Entity(pk = "DEVICE#{device}", sk = "{number:5}")
  @Lsi(name = "byLevel", sk = "{level}#{number:5}")
  record Report(String device, int number, String level, String text) {}

  @AccessPatterns(table = "reports")
  interface Queries {
    @Put
    void save(Report report);

    @Query(index = "byLevel")
    List<Report> ofLevel(String device, String level);

    @Delete(Report.class)
    void remove(String device, int number);
  }

  @Entity(pk = "DEVICE#{device}", sk = "{number:5}")
  @Gsi(name = "byLevel", pk = "DEVICE#{device}", sk = "{level}#{number:5}")
  record FreeReport(String device, int number, String level, String text) {}

  @AccessPatterns(table = "free-reports")
  interface FreeQueries {
    @Put
    void save(FreeReport report);

    @Query(index = "byLevel")
    List<FreeReport> ofLevel(String device, String level);
  }

  @Override
  public String title() {
    return "The limit of 10 GB for item collections with a local index";
  }

  @Override
  public String problem() {
    return "A partition key gets more data than a local index allows.";
  }

  @Override
  public String purpose() {
    return """
    All items with one partition key, together with their entries in local indexes, are an item
    collection. If the table has a local index, a collection has at most 10 GB. A write that would
    exceed it is refused with an ItemCollectionSizeLimitExceededException. Reads, deletions and other
    partition keys still work. Local indexes cannot be removed from a table, so the decision is made
    when the table is created. A global index with the same keys has no such limit, because the service
    splits the partition. It is only eventually consistent, and has its own throughput. Before the limit
    is reached, `ReturnItemCollectionMetrics` reports the size of the collection. (The limit is 100,000
    bytes here, with the setting `itemCollectionLimit` of Gramme in process.)
    """;
  }

  @Override
  public Surroundings surroundings() {
    return Surroundings.SMALL_COLLECTIONS;
  }

  @Override
  public void show(Stage stage) {
    var reports =
        CollectionLimit_QueriesTable.of(stage.table(CollectionLimit_QueriesTable.schema()));
    var free =
        CollectionLimit_FreeQueriesTable.of(stage.table(CollectionLimit_FreeQueriesTable.schema()));
    stage.read(
        "reports of 20 that are written until one is refused",
        () -> untilRefused(number -> reports.save(report("d1", number))));
    stage.refused(
        "another report of this device",
        ItemCollectionSizeLimitExceededException.class,
        () -> reports.save(report("d1", REPORTS)));
    stage.write("a report of another device", () -> reports.save(report("d2", 0)));
    stage.read(
        "the number of this device's warnings, by the local index",
        () -> reports.ofLevel("d1", "WARNING").size());
    stage.write("a report of the device is deleted", () -> reports.remove("d1", 0));
    stage.write("then another one fits", () -> reports.save(report("d1", REPORTS)));
    stage.read(
        "reports of 20 that are written with a global index",
        () ->
            untilRefused(number -> free.save(new FreeReport("d1", number, level(number), WEIGHT))));
    stage.read(
        "the number of the device's warnings, by the global index",
        () -> free.ofLevel("d1", "WARNING").size());
  }

  private static Report report(String device, int number) {
    return new Report(device, number, level(number), WEIGHT);
  }

  private static String level(int number) {
    return number % 4 == 3 ? "WARNING" : "INFO";
  }

  private static int untilRefused(IntConsumer write) {
    int written = 0;
    try {
      while (written < REPORTS) {
        write.accept(written);
        written++;
      }
    } catch (ItemCollectionSizeLimitExceededException full) {
      // The collection has no room for the next report.
    }
    return written;
  }
}
