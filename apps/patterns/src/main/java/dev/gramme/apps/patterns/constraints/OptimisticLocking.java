package dev.gramme.apps.patterns.constraints;

import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Get;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.Version;
import dev.gramme.toolkit.entity.VersionConflict;
import java.util.Optional;

/** A write succeeds only if the item has not changed since it was read. */
public final class OptimisticLocking implements Pattern {
  @Entity(pk = "ITEM#{id}", sk = "ITEM#{id}")
  record Item(String id, String data, @Version long version) {}

  @AccessPatterns(table = "items")
  interface Queries {
    @Get(consistent = true)
    Optional<Item> item(String id);

    @Put
    Item save(Item item);
  }

  @Override
  public String title() {
    return "Optimistic locking";
  }

  @Override
  public String problem() {
    return "Two writers must not overwrite each other's changes.";
  }

  @Override
  public String purpose() {
    return """
    The attribute `version` counts the writes of an item. A writer sends the version that it has read as
    a condition, and increments it. If two writers have read the same version, the second one is
    refused. It must read the item again and repeat its change.
    """;
  }

  @Override
  public void show(Stage stage) {
    var items =
        OptimisticLocking_QueriesTable.of(stage.table(OptimisticLocking_QueriesTable.schema()));
    items.save(new Item("2345", "Old data", 0));
    Item tom = stage.read("Tom reads", () -> items.item("2345").orElseThrow());
    Item ann = stage.read("Ann reads", () -> items.item("2345").orElseThrow());
    stage.read("Tom writes", () -> items.save(new Item("2345", "Tom's data", tom.version())));
    stage.refused(
        "Ann writes",
        VersionConflict.class,
        () -> items.save(new Item("2345", "Ann's data", ann.version())));
    Item again = stage.read("Ann reads again", () -> items.item("2345").orElseThrow());
    stage.read(
        "Ann writes again", () -> items.save(new Item("2345", "Ann's data", again.version())));
  }
}
