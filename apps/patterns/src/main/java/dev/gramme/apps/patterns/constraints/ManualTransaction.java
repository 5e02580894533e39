package dev.gramme.apps.patterns.constraints;

import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Create;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Get;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.Query;
import dev.gramme.toolkit.Replace;
import dev.gramme.toolkit.entity.ConditionNotMet;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Versions that are prepared in any number of steps, and made current by one write. */
public final class ManualTransaction implements Pattern {
  @Entity(pk = "DOCUMENT#{document}", sk = "V0")
  record Current(String document, long current) {}

  @Entity(pk = "DOCUMENT#{document}", sk = "V{version:4}#{chapter}")
  record Chapter(
      String document, long version, String chapter, String text, String author, Instant at) {}

  @AccessPatterns(table = "documents")
  interface Queries {
    @Create
    void begin(Current current);

    @Get(consistent = true)
    Optional<Current> current(String document);

    @Replace(condition = "current = :expected")
    void commit(Current next, long expected);

    @Put
    void prepare(Chapter chapter);

    @Query
    List<Chapter> version(String document, long version);
  }

  @Override
  public String title() {
    return "Version history with manual transactions";
  }

  @Override
  public String problem() {
    return "A change of many items must become visible at one moment.";
  }

  @Override
  public String purpose() {
    return """
    The first item contains the number of the current version. A new version is written beside the old
    one, with any number of requests and at any speed. Readers do not see it yet. One conditional write
    of the first item then makes it current, and fails if another version was committed in the meantime.
    Old versions remain as the history. A read takes two requests: one for the number of the version,
    one for its items.
    """;
  }

  @Override
  public void show(Stage stage) {
    var documents =
        ManualTransaction_QueriesTable.of(stage.table(ManualTransaction_QueriesTable.schema()));
    documents.begin(new Current("1", 0));
    write(stage, documents, 1, "Tom", "first draft");
    documents.commit(new Current("1", 1), 0);
    write(stage, documents, 2, "Simon", "corrected");
    documents.commit(new Current("1", 2), 1);
    stage.recordInitialTables();
    stage.write(
        "a third version is prepared", () -> write(stage, documents, 3, "John", "shortened"));
    stage.read("the version that readers see meanwhile", () -> authors(documents));
    stage.write(
        "the third version becomes current", () -> documents.commit(new Current("1", 3), 2));
    stage.refused(
        "another writer, whose version is based on the second one, commits",
        ConditionNotMet.class,
        () -> documents.commit(new Current("1", 4), 2));
    stage.read("the version that readers see now", () -> authors(documents));
    stage.read("an old version", () -> documents.version("1", 1).getFirst().text());
  }

  private static void write(
      Stage stage, Queries documents, long version, String author, String text) {
    for (String chapter : List.of("INTRO", "MAIN")) {
      documents.prepare(new Chapter("1", version, chapter, text, author, stage.clock().instant()));
    }
  }

  private static List<String> authors(Queries documents) {
    long current = documents.current("1").orElseThrow().current();
    return documents.version("1", current).stream()
        .map(chapter -> chapter.chapter() + " by " + chapter.author())
        .toList();
  }
}
