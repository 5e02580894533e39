package dev.gramme.apps.patterns.constraints;

import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Create;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Get;
import dev.gramme.toolkit.Update;
import dev.gramme.toolkit.entity.ConditionNotMet;
import java.util.List;
import java.util.Optional;

/** A change that depends on another attribute of the same item. */
public final class ConditionOnItem implements Pattern {
  @Entity(pk = "DOCUMENT#{document}", sk = "DOCUMENT#{document}")
  record Document(String document, List<String> editors, String content) {}

  @AccessPatterns(table = "documents")
  interface Queries {
    @Create
    void create(Document document);

    @Get
    Optional<Document> document(String document);

    @Update(condition = "contains(editors, :user)")
    Document write(String document, String content, String user);
  }

  @Override
  public String title() {
    return "Condition on the same item";
  }

  @Override
  public String problem() {
    return "A write is allowed only in a certain state of the item.";
  }

  @Override
  public String purpose() {
    return """
    Only an editor may change the document, and the item contains the list of its editors. The condition
    is part of the write. No read is needed before it, and no other write can come between check and
    change.
    """;
  }

  @Override
  public void show(Stage stage) {
    var documents =
        ConditionOnItem_QueriesTable.of(stage.table(ConditionOnItem_QueriesTable.schema()));
    documents.create(new Document("JKK", List.of("John", "Michael"), "Some content"));
    documents.create(new Document("MKG", List.of("Susan", "Tom"), "Other content"));
    stage.recordInitialTables();
    stage.read("an editor writes", () -> documents.write("JKK", "New content", "John").content());
    stage.refused(
        "somebody else writes",
        ConditionNotMet.class,
        () -> documents.write("JKK", "Mine", "Susan"));
    stage.read("the document", () -> documents.document("JKK").orElseThrow().content());
  }
}
