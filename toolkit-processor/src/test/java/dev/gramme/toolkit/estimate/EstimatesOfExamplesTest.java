package dev.gramme.toolkit.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.toolkit.processor.ToolkitProcessor;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * No access pattern of the example programs consumes more than its estimate. The programs are not
 * modules of Gramme, so the test compiles them.
 */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class EstimatesOfExamplesTest {
  private URLClassLoader loader;
  private EstimatesTable estimates;

  @BeforeAll
  void compile(@TempDir Path classes) throws IOException, ClassNotFoundException {
    compile("maven", classes);
    compile("gradle", classes);
    loader =
        new URLClassLoader(
            new URL[] {classes.toUri().toURL()}, EstimatesOfExamplesTest.class.getClassLoader());
    estimates =
        EstimatesTable.of(
            "example",
            List.of(
                loader.loadClass("example.TicketsTable"), loader.loadClass("example.BooksTable")));
  }

  @AfterAll
  void close() throws IOException {
    loader.close();
  }

  private static void compile(String example, Path classes) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    Path sources = PageTable.root().resolve("examples").resolve(example).resolve("src/main/java");
    var messages = new StringWriter();
    try (var files = compiler.getStandardFileManager(null, Locale.ROOT, null);
        var found = Files.walk(sources)) {
      List<Path> programs = found.filter(file -> file.toString().endsWith(".java")).toList();
      var task =
          compiler.getTask(
              messages,
              files,
              null,
              List.of("-d", classes.toString(), "-proc:full", "-parameters"),
              null,
              files.getJavaFileObjectsFromPaths(programs));
      task.setProcessors(List.of(new ToolkitProcessor()));
      assertThat(task.call()).as(messages.toString()).isTrue();
    }
  }

  @Test
  void no_access_pattern_consumes_more_than_its_estimate() {
    assertThat(estimates.uncovered()).isEmpty();
  }

  @Test
  void every_write_has_a_call_that_consumes_its_estimate() {
    assertThat(estimates.writesBelow()).isEmpty();
  }

  @Test
  void the_page_has_all_estimates() {
    estimates.checkPage();
  }
}
