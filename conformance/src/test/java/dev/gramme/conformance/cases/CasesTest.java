package dev.gramme.conformance.cases;

import dev.gramme.conformance.cases.CaseFile.Case;
import dev.gramme.conformance.cases.CaseFile.Step;
import dev.gramme.conformance.support.Endpoint;
import dev.gramme.conformance.support.RawResponse;
import dev.gramme.model.Wording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/**
 * Runs all cases of all files in {@code cases/} on a server of each {@link Wording}. Files named
 * {@code *.current.cases} run in the current wording only.
 *
 * <p>{@code -Dgramme.cases=text} runs only the files whose names contain this text. {@code
 * -Dgramme.rewrite=true} writes the received answers into the files, so that the diff shows what
 * has changed.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CasesTest {
  private static final Path FOLDER = Path.of("src", "test", "resources", "cases");
  private static final boolean REWRITE = Boolean.getBoolean("gramme.rewrite");
  private static final String ONLY = System.getProperty("gramme.cases", "");

  private final List<CaseTables> opened = new ArrayList<>();

  @TestFactory
  Stream<DynamicNode> answers_are_as_expected_in_the_classic_wording() throws IOException {
    return containers(Wording.CLASSIC);
  }

  @TestFactory
  Stream<DynamicNode> answers_are_as_expected_in_the_current_wording() throws IOException {
    return containers(Wording.CURRENT);
  }

  @AfterAll
  void delete_the_tables() {
    opened.forEach(CaseTables::close);
  }

  private Stream<DynamicNode> containers(Wording wording) throws IOException {
    if (!Endpoint.supports(wording)) {
      return Stream.empty();
    }
    var files = files(wording);
    if (files.isEmpty()) {
      return Stream.empty();
    }
    var endpoint = wording == Wording.CLASSIC ? Endpoint.classic() : Endpoint.current();
    return containers(endpoint, files, opened);
  }

  /**
   * The cases of some files on an endpoint.
   *
   * @param opened receives the tables, which the caller closes
   */
  static Stream<DynamicNode> containers(
      Endpoint endpoint, List<Path> files, List<CaseTables> opened) {
    var client = RepeatingClient.once(endpoint.raw());
    var tables = new CaseTables(client, "conformance-");
    opened.add(tables);
    var run = new Run(endpoint.wording(), tables, new CaseRunner(client, tables));
    return files.stream().map(file -> run.container(CaseFile.read(file)));
  }

  /** The files with the cases of a wording. */
  static List<Path> files(Wording wording) throws IOException {
    try (var listing = Files.list(FOLDER)) {
      return listing
          .filter(file -> file.toString().endsWith(".cases"))
          .filter(file -> wording == Wording.CURRENT || !file.toString().endsWith(".current.cases"))
          .filter(file -> file.getFileName().toString().contains(ONLY))
          .sorted()
          .toList();
    }
  }

  /** Runs the cases of one wording on its server. */
  private record Run(Wording wording, CaseTables tables, CaseRunner runner) {
    DynamicNode container(CaseFile file) {
      var name = file.path().getFileName().toString();
      if (REWRITE) {
        return DynamicTest.dynamicTest(name, () -> rewrite(file));
      }
      return DynamicContainer.dynamicContainer(
          name,
          file.cases().stream().map(one -> DynamicTest.dynamicTest(one.name(), () -> run(one))));
    }

    private void run(Case one) {
      var variables = tables.variables();
      try {
        for (var step : one.steps()) {
          var response = runner.call(step, variables);
          Expectation.check(
              step.expected(wording).stream().map(variables::expand).toList(), response);
        }
      } finally {
        runner.cleanUp(variables);
      }
    }

    private void rewrite(CaseFile file) {
      var cases = new ArrayList<Case>();
      for (var one : file.cases()) {
        var variables = tables.variables();
        var steps = new ArrayList<Step>();
        for (var step : one.steps()) {
          var response = runner.call(step, variables);
          steps.add(corrected(step, response, variables));
        }
        runner.cleanUp(variables);
        cases.add(new Case(one.name(), steps));
      }
      file.rewrite(cases);
    }

    /** Keeps an expectation that the answer fits, because it may be less strict than the answer. */
    private Step corrected(Step step, RawResponse response, CaseTables.Variables variables) {
      try {
        Expectation.check(
            step.expected(wording).stream().map(variables::expand).toList(), response);
        return step;
      } catch (AssertionError wrong) {
        return step.withExpected(
            wording, Expectation.of(response).stream().map(variables::fold).toList());
      }
    }
  }
}
