package dev.gramme.apps.patterns.constraints;

import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Create;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Get;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.Replace;
import dev.gramme.toolkit.entity.ItemExists;
import dev.gramme.toolkit.entity.ItemNotFound;
import java.util.Optional;

/** A put states whether it inserts or replaces. */
public final class InsertVersusReplace implements Pattern {
  @Entity(pk = "ACTION#{action}", sk = "ACTION#{action}")
  record Action(String action, String executedBy) {}

  @AccessPatterns(table = "actions")
  interface Queries {
    @Put
    void save(Action action);

    @Create
    void insert(Action action);

    @Replace
    void replace(Action action);

    @Get(consistent = true)
    Optional<Action> action(String action);
  }

  @Override
  public String title() {
    return "Insert versus replace";
  }

  @Override
  public String problem() {
    return "A put must not overwrite an existing item, or must not create a new one.";
  }

  @Override
  public String purpose() {
    return """
    A put writes an item whether it exists or not. With the condition `attribute_not_exists` on the key
    it only inserts, and with `attribute_exists` it only replaces. An insert can therefore log an action
    exactly once.
    """;
  }

  @Override
  public void show(Stage stage) {
    var actions =
        InsertVersusReplace_QueriesTable.of(stage.table(InsertVersusReplace_QueriesTable.schema()));
    stage.write("an insertion", () -> actions.insert(new Action("2341", "tom")));
    stage.refused(
        "an insertion of an existing item",
        ItemExists.class,
        () -> actions.insert(new Action("2341", "ann")));
    stage.refused(
        "a replacement of a missing item",
        ItemNotFound.class,
        () -> actions.replace(new Action("2342", "ann")));
    stage.write("a replacement", () -> actions.replace(new Action("2341", "ben")));
    stage.write("a put without a condition", () -> actions.save(new Action("2342", "ann")));
    stage.read("the first action", () -> actions.action("2341"));
  }
}
