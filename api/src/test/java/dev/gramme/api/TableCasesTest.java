package dev.gramme.api;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Runs the case files in {@code cases} for the operations on tables: a case begins with {@code #
 * name}, and each of its steps ({@link TableCases}) ends with an empty line.
 */
final class TableCasesTest {
  private static final Path FOLDER = folder();

  @TestFactory
  Stream<DynamicTest> the_operations_on_tables_answer_as_the_service_does() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files.sorted().toList().stream().flatMap(TableCasesTest::tests);
    }
  }

  private static Stream<DynamicTest> tests(Path file) {
    var tests = new ArrayList<DynamicTest>();
    var steps = new ArrayList<List<String>>();
    var step = new ArrayList<String>();
    for (String line : lines(file)) {
      if (line.startsWith("# ")) {
        var ofCase = new ArrayList<List<String>>();
        steps = ofCase;
        tests.add(
            DynamicTest.dynamicTest(
                file.getFileName() + ": " + line.substring(2),
                () -> {
                  var database = new TableCases();
                  ofCase.forEach(database::step);
                }));
      } else if (!line.isEmpty()) {
        step.add(line);
      } else if (!step.isEmpty()) {
        steps.add(List.copyOf(step));
        step.clear();
      }
    }
    return tests.stream();
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path folder() {
    try {
      var url = TableCasesTest.class.getResource("/cases/create-table.cases");
      if (url == null) {
        throw new IllegalStateException("no case files");
      }
      return Path.of(url.toURI()).resolveSibling("");
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
