package dev.gramme.apps.patterns.partitions;

import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Get;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.Update;
import java.util.Optional;

/** A single item for global data. */
public final class Singleton implements Pattern {
  @Entity(pk = "SETTINGS", sk = "SETTINGS")
  record Settings(String currency, boolean maintenance) {}

  @AccessPatterns(table = "settings")
  interface Queries {
    @Put
    void save(Settings settings);

    @Get
    Optional<Settings> settings();

    @Update
    Settings maintain(boolean maintenance);
  }

  @Override
  public String title() {
    return "Singleton";
  }

  @Override
  public String problem() {
    return "A system has settings, which exist once.";
  }

  @Override
  public String purpose() {
    return """
    The settings of a system are one item with a constant key. If it is read by thousands of requests a
    second, use [duplicated records](#duplicated-records-for-hot-reads).
    """;
  }

  @Override
  public void show(Stage stage) {
    var settings = Singleton_QueriesTable.of(stage.table(Singleton_QueriesTable.schema()));
    settings.save(new Settings("EUR", false));
    stage.recordInitialTables();
    stage.read("the settings", settings::settings);
    stage.read("a setting changes", () -> settings.maintain(true));
  }
}
