package dev.gramme.apps.patterns.constraints;

import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Create;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Query;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The parts of a document have separate versions. */
public final class AttributeVersioning implements Pattern {
  private static final int PART_BYTES = 3_000;

  @Entity(pk = "DOCUMENT#{document}", sk = "{part}#V{version:4:desc}")
  record Part(String document, String part, long version, String author, String text) {}

  @AccessPatterns(table = "documents")
  interface Queries {
    @Create
    void add(Part part);

    @Query
    List<Part> parts(String document);

    @Query(limit = 1)
    List<Part> newest(String document, String part);
  }

  @Override
  public String title() {
    return "Attribute versioning";
  }

  @Override
  public String problem() {
    return "Each version of a large document would cost as much as the whole document.";
  }

  @Override
  public String purpose() {
    return """
    A large document is kept in versions, and a change writes only the part that has changed: three
    units for a part instead of nine for the whole document. A reader combines the newest version of
    each part. The key contains 9999 minus the version number, so the newest version is first, and a
    small query reads it.
    """;
  }

  @Override
  public void show(Stage stage) {
    var documents =
        AttributeVersioning_QueriesTable.of(stage.table(AttributeVersioning_QueriesTable.schema()));
    stage.write(
        "the whole document",
        () -> {
          documents.add(part("INTRO", 1, "Tom"));
          documents.add(part("MAIN_CONTENT", 1, "Simon"));
          documents.add(part("SUMMARY", 1, "John"));
        });
    stage.write("one part changes", () -> documents.add(part("MAIN_CONTENT", 2, "Tom")));
    stage.read(
        "the newest version of a part", () -> authors(documents.newest("KBH", "MAIN_CONTENT")));
    stage.read("the document in its newest version", () -> authors(newest(documents)));
  }

  private static Part part(String name, long version, String author) {
    return new Part("KBH", name, version, author, "x".repeat(PART_BYTES - 100));
  }

  private static List<Part> newest(Queries documents) {
    Map<String, Part> newest = new LinkedHashMap<>();
    documents.parts("KBH").forEach(part -> newest.putIfAbsent(part.part(), part));
    return new ArrayList<>(newest.values());
  }

  private static List<String> authors(List<Part> parts) {
    return parts.stream()
        .map(part -> part.part() + " " + part.version() + " by " + part.author())
        .toList();
  }
}
