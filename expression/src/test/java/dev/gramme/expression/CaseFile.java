package dev.gramme.expression;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/**
 * A file of test cases, separated by blank lines. A case has input lines, {@code ----} and expected
 * lines. Lines that begin with {@code //} are comments. An input line is a keyword and its
 * argument. {@code -Dgramme.rewrite=true} replaces the expected lines with the actual output.
 */
final class CaseFile {
  private static final boolean REWRITE = Boolean.getBoolean("gramme.rewrite");

  private CaseFile() {}

  /** The input of one case: arguments by keyword. */
  record Input(Map<String, String> arguments, List<String> keywords) {
    boolean has(String keyword) {
      return arguments.containsKey(keyword);
    }

    String get(String keyword) {
      return arguments.getOrDefault(keyword, "");
    }

    /** The keyword of the first line. */
    String first() {
      return keywords.getFirst();
    }
  }

  /** One test for each case of a file. */
  static Stream<DynamicTest> tests(String name, Function<Input, String> subject)
      throws IOException {
    Path file = Path.of("src/test/resources/cases", name);
    String[] blocks = Files.readString(file).strip().split("\n\n+");
    var tests = new ArrayList<DynamicTest>();
    var rewritten = new StringBuilder();
    for (String block : blocks) {
      int line = block.indexOf("----");
      if (line < 0) {
        rewritten.append(block).append("\n\n");
        continue;
      }
      String input = block.substring(0, line);
      String expected = block.substring(line + 4).strip();
      if (REWRITE) {
        String actual = subject.apply(input(input));
        rewritten.append(input).append("----\n").append(actual).append("\n\n");
      }
      tests.add(
          DynamicTest.dynamicTest(
              input.strip(),
              () -> {
                if (!REWRITE) {
                  assertThat(subject.apply(input(input))).isEqualTo(expected);
                }
              }));
    }
    if (REWRITE) {
      Files.writeString(file, rewritten.toString().strip() + "\n");
    }
    return tests.stream();
  }

  private static Input input(String block) {
    var arguments = new LinkedHashMap<String, String>();
    for (String line : block.strip().split("\n")) {
      if (!line.startsWith("//")) {
        int blank = line.indexOf(' ');
        String keyword = blank < 0 ? line : line.substring(0, blank);
        arguments.put(keyword, blank < 0 ? "" : line.substring(blank + 1));
      }
    }
    return new Input(arguments, List.copyOf(arguments.keySet()));
  }
}
