package dev.gramme.api.table;

import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.catalog.ControlPlaneLimits;
import dev.gramme.engine.catalog.InUseErrors;
import dev.gramme.model.TableChanges.Limited;
import dev.gramme.model.TableDefinition;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** A change of a table's tags. */
public final class TagChange {

  private TagChange() {}

  /**
   * Changes the tags of a table.
   *
   * @param change modifies the map of tags that it receives
   */
  public static CompletableFuture<TableDefinition> make(
      Catalog catalog, String name, Consumer<Map<String, String>> change) {
    boolean limited = catalog.lifecycle().pace().limits() == ControlPlaneLimits.SERVICE;
    Instant now = catalog.lifecycle().clock().instant();
    return catalog.change(
        name,
        (table, numbers) -> {
          var tags = new LinkedHashMap<>(table.properties().tags());
          change.accept(tags);
          InUseErrors.checkChangeable(table);
          if (!limited) {
            return table.toBuilder().tags(tags).build();
          }
          ChangeLimits.checkTags(table, now);
          return table.toBuilder()
              .tags(tags)
              .changes(table.changes().with(Limited.TAGS, now))
              .build();
        });
  }
}
