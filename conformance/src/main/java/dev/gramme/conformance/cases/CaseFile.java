package dev.gramme.conformance.cases;

import dev.gramme.model.Wording;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A file of cases.
 *
 * <pre>
 * # the name of the case
 * PutItem
 * {"TableName": "${H}", "Item": {}}
 * ----
 * 400 ValidationException: One or more parameter values were invalid: Missing the key pk in the item
 * </pre>
 *
 * <p>A case has one or more sequential steps, each followed by an empty line. Lines before the
 * first {@code #} of a file are its introduction. {@link Expectation} describes what may follow the
 * {@code ----}. If the answer in the current wording is different, it follows after a line {@code
 * ---- current}.
 */
record CaseFile(Path path, List<String> introduction, List<Case> cases) {
  static final String DIVIDER = "----";
  private static final String CURRENT_DIVIDER = "---- current";

  CaseFile {
    introduction = List.copyOf(introduction);
    cases = List.copyOf(cases);
  }

  /** One named case. */
  record Case(String name, List<Step> steps) {
    Case {
      steps = List.copyOf(steps);
    }
  }

  /**
   * A request and its expected answer.
   *
   * @param current the answer in the current wording; empty if it is the same
   */
  record Step(String operation, String request, List<String> expected, List<String> current) {
    Step {
      expected = List.copyOf(expected);
      current = List.copyOf(current);
    }

    /** The expected answer in a wording. */
    List<String> expected(Wording wording) {
      return wording == Wording.CLASSIC || current.isEmpty() ? expected : current;
    }

    /** The same step with another expected answer in a wording. */
    Step withExpected(Wording wording, List<String> answer) {
      return wording == Wording.CLASSIC
          ? new Step(operation, request, answer, current)
          : new Step(operation, request, expected, answer.equals(expected) ? List.of() : answer);
    }
  }

  static CaseFile read(Path path) {
    try {
      return parse(path, Files.readAllLines(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Rewrites the file with other cases. */
  void rewrite(List<Case> newCases) {
    var text = new StringBuilder();
    introduction.forEach(line -> text.append(line).append('\n'));
    for (var one : newCases) {
      text.append("# ").append(one.name()).append('\n');
      for (var step : one.steps()) {
        text.append(step.operation()).append('\n').append(step.request()).append('\n');
        text.append(DIVIDER).append('\n');
        step.expected().forEach(line -> text.append(line).append('\n'));
        if (!step.current().isEmpty()) {
          text.append(CURRENT_DIVIDER).append('\n');
          step.current().forEach(line -> text.append(line).append('\n'));
        }
        text.append('\n');
      }
    }
    try {
      Files.writeString(path, text.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static CaseFile parse(Path path, List<String> lines) {
    var introduction = new ArrayList<String>();
    var cases = new ArrayList<Case>();
    var at = 0;
    while (at < lines.size() && !lines.get(at).startsWith("#")) {
      introduction.add(lines.get(at++));
    }
    while (at < lines.size()) {
      var name = lines.get(at++).substring(1).strip();
      var steps = new ArrayList<Step>();
      while (at < lines.size() && !lines.get(at).startsWith("#")) {
        var end = at;
        while (end < lines.size() && !lines.get(end).isEmpty()) {
          end++;
        }
        if (end > at) {
          steps.add(step(path + ": " + name, lines.subList(at, end)));
        }
        at = end + 1;
      }
      cases.add(new Case(name, steps));
    }
    return new CaseFile(path, introduction, cases);
  }

  private static Step step(String where, List<String> lines) {
    var divider = lines.indexOf(DIVIDER);
    if (divider < 1) {
      throw new IllegalArgumentException(where + ": a step without " + DIVIDER);
    }
    int current = lines.indexOf(CURRENT_DIVIDER);
    int end = current < 0 ? lines.size() : current;
    return new Step(
        lines.getFirst(),
        lines.subList(1, divider).stream().collect(Collectors.joining("\n")),
        lines.subList(divider + 1, end),
        current < 0 ? List.of() : lines.subList(current + 1, lines.size()));
  }
}
