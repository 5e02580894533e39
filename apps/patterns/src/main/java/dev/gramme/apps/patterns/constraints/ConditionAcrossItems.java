package dev.gramme.apps.patterns.constraints;

import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.ConditionCheck;
import dev.gramme.toolkit.Create;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Get;
import dev.gramme.toolkit.Transaction;
import dev.gramme.toolkit.Update;
import dev.gramme.toolkit.entity.ConditionNotMet;
import java.util.List;
import java.util.Optional;

/** A change that depends on another item. */
public final class ConditionAcrossItems implements Pattern {
  @Entity(pk = "DOCUMENT#{document}", sk = "DOCUMENT#{document}")
  record Document(String document, String content) {}

  @Entity(pk = "EDITORS", sk = "EDITORS#{group}")
  record Editors(String group, List<String> editors) {}

  record Editor(String group, String user) {}

  record Content(String document, String content) {}

  @AccessPatterns(table = "documents")
  interface Queries {
    @Create
    void create(Document document);

    @Create
    void appoint(Editors editors);

    @Transaction
    void write(
        @ConditionCheck(value = Editors.class, condition = "contains(editors, :user)")
            Editor editor,
        @Update(Document.class) Content content);

    @Get(consistent = true)
    Optional<Document> document(String document);
  }

  @Override
  public String title() {
    return "Condition across items";
  }

  @Override
  public String problem() {
    return "A write depends on the state of another item.";
  }

  @Override
  public String purpose() {
    return """
    The editors of many documents are in an item of its own. A transaction checks this item and changes
    the document: both or neither. The check costs as much as a write.
    """;
  }

  @Override
  public void show(Stage stage) {
    var table = stage.table(ConditionAcrossItems_QueriesTable.schema());
    var documents = ConditionAcrossItems_QueriesTable.of(table);
    documents.create(new Document("JKK", "Some content"));
    documents.appoint(new Editors("staff", List.of("John", "Michael")));
    stage.recordInitialTables();
    stage.write("an editor writes", () -> write(documents, "John", "New content"));
    stage.refused(
        "somebody else writes", ConditionNotMet.class, () -> write(documents, "Susan", "Mine"));
    stage.read("the document", () -> documents.document("JKK").orElseThrow().content());
  }

  private static void write(Queries documents, String user, String content) {
    documents.write(new Editor("staff", user), new Content("JKK", content));
  }
}
