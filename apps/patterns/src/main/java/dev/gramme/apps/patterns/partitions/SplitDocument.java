package dev.gramme.apps.patterns.partitions;

import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Get;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.Query;
import java.util.List;
import java.util.Optional;

/** The parts of a large document are items of one partition. */
public final class SplitDocument implements Pattern {
  @Entity(pk = "PATIENT#{patient}", sk = "{section}#{number:4}")
  record Entry(String patient, String section, int number, String text) {}

  @AccessPatterns(table = "records")
  interface Queries {
    @Put
    void add(Entry entry);

    @Query
    List<Entry> everything(String patient);

    @Query
    List<Entry> section(String patient, String section);

    @Get
    Optional<Entry> entry(String patient, String section, int number);
  }

  @Override
  public String title() {
    return "Split into several items with the same partition key";
  }

  @Override
  public String problem() {
    return "A document is read and changed in parts.";
  }

  @Override
  public String purpose() {
    return """
    A read of an item reads and pays for the whole item, even if only a part is needed. Here the
    document is split into items with the same partition key. It can be read as a whole, by section or
    by entry, and a change of an entry costs only the entry.
    """;
  }

  @Override
  public void show(Stage stage) {
    var records = SplitDocument_QueriesTable.of(stage.table(SplitDocument_QueriesTable.schema()));
    for (int number = 1; number <= 4; number++) {
      records.add(new Entry("7", "ALLERGY", number, "a".repeat(900)));
      records.add(new Entry("7", "VISIT", number, "v".repeat(7_900)));
    }
    stage.recordInitialTables();
    stage.read("the number of all entries", () -> records.everything("7").size());
    stage.read("the number of entries of a section", () -> records.section("7", "ALLERGY").size());
    stage.read("an entry is found", () -> records.entry("7", "VISIT", 2).isPresent());
    stage.write(
        "an entry is changed", () -> records.add(new Entry("7", "ALLERGY", 2, "b".repeat(900))));
  }
}
