package dev.gramme.apps.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.testkit.CaseFile;
import dev.gramme.toolkit.estimate.PageTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The three versions of the ticket shop, and the page that compares them. */
final class ComparisonTest {
  private static final String RECORDED = "electrodb-requests.txt";
  private static final boolean REWRITE = Boolean.getBoolean("gramme.rewrite");

  private final Run toolkit = Run.of(new ToolkitVersion());
  private final Run enhanced = Run.of(new EnhancedVersion());

  @Test
  void the_versions_in_java_have_the_same_results() {
    assertThat(toolkit.uses()).hasSizeGreaterThanOrEqualTo(20);
    assertThat(enhanced.results()).isEqualTo(toolkit.results());
  }

  @Test
  void the_page_has_the_lines_of_code() throws IOException {
    onThePage(Tables.lines());
  }

  @Test
  void the_page_has_the_requests_and_their_consumption() throws IOException {
    onThePage(
        Tables.requests(
            toolkit.uses(),
            RecordedUses.parse(Files.readString(resource(RECORDED))),
            enhanced.uses()));
  }

  @Test
  void the_page_has_the_mistakes() {
    onThePage(Tables.mistakes());
  }

  @Tag("long")
  @Test
  @Tag("slow")
  void mistakes_with_the_toolkit_are_found_as_recorded() throws IOException {
    var mistakes = new Mistakes(Sources.toolkit(), ToolkitVersion.class, toolkit);
    CaseFile.check(getClass(), "mistakes-toolkit.txt", mistakes::outcome);
  }

  @Tag("long")
  @Test
  @Tag("slow")
  void mistakes_with_the_enhanced_client_are_found_as_recorded() throws IOException {
    var mistakes = new Mistakes(Sources.enhanced(), EnhancedVersion.class, enhanced);
    CaseFile.check(getClass(), "mistakes-enhanced.txt", mistakes::outcome);
  }

  @Test
  @Tag("long")
  void electrodb_has_the_same_results_and_its_mistakes_are_found_as_recorded() throws IOException {
    ElectroDb.install();
    Run electroDb = ElectroDb.correct();
    assertThat(electroDb.results()).isEqualTo(toolkit.results());
    String requests = RecordedUses.text(electroDb.uses());
    if (REWRITE) {
      Files.writeString(resource(RECORDED), requests);
    }
    assertThat(Files.readString(resource(RECORDED))).isEqualTo(requests);
    List<Recorder.Result> correct = electroDb.results();
    CaseFile.check(
        getClass(), "mistakes-electrodb.txt", input -> ElectroDb.outcome(input, correct));
  }

  private static void onThePage(String table) {
    PageTable.check("toolkit/comparison.md", table);
  }

  private static Path resource(String name) {
    return Sources.MODULE.resolve("src/test/resources/dev/gramme/apps/comparison").resolve(name);
  }
}
