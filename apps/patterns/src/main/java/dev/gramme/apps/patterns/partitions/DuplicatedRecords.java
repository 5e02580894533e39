package dev.gramme.apps.patterns.partitions;

import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Get;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.Shard;
import dev.gramme.toolkit.page.Shards;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Copies of an item that is read very often. */
public final class DuplicatedRecords implements Pattern {
  private static final int COPIES = 3;

  @Entity(pk = "GLOBAL_SETTINGS#{copy}")
  record Settings(@Shard(COPIES) String copy, String theme, int limit) {}

  @AccessPatterns(table = "settings")
  interface Queries {
    @Put
    void save(Settings settings);

    @Get
    Optional<Settings> settings(String copy);
  }

  @Override
  public String title() {
    return "Duplicated records for hot reads";
  }

  @Override
  public String problem() {
    return "One item is read more often than a partition allows.";
  }

  @Override
  public String purpose() {
    return """
    One partition allows 3,000 reads a second. An item that is read more often has copies in other
    partitions, and each reader selects any of them. A change must be written to all copies, and readers
    see it at different times.
    """;
  }

  @Override
  public void show(Stage stage) {
    var settings =
        DuplicatedRecords_QueriesTable.of(stage.table(DuplicatedRecords_QueriesTable.schema()));
    var copies = new Shards(COPIES);
    stage.write(
        "a change, in every copy",
        () -> copies.all().forEach(copy -> settings.save(new Settings(copy, "dark", 10))));
    stage.read(
        "a read of any copy",
        () -> settings.settings(copies.random(stage.random())).orElseThrow().theme());
    stage.read(
        "the copies that thirty reads have selected",
        () -> {
          var seen = new TreeSet<String>();
          for (int i = 0; i < 30; i++) {
            seen.add(settings.settings(copies.random(stage.random())).orElseThrow().copy());
          }
          return List.copyOf(seen);
        });
  }
}
