package dev.gramme.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Test cases in a text file: blocks separated by blank lines, each an input, a line {@code ----}
 * and the expected result. Lines that begin with {@code #} are comments; comments before an input
 * belong to its case.
 *
 * <p>With {@code -Dgramme.rewrite=true} the file is rewritten with the actual results, to be
 * reviewed as a diff.
 */
public final class CaseFile {
  private static final String SEPARATOR = "----";

  private CaseFile() {}

  /**
   * A case.
   *
   * @param line the number of its first line in the file, from 1
   */
  public record Case(int line, List<String> comments, String input, String expected) {
    /** The case in the format of the file. */
    String block(String result) {
      var block = new StringBuilder();
      comments.forEach(comment -> block.append(comment).append('\n'));
      return block.append(input).append('\n').append(SEPARATOR).append('\n').append(result) + "\n";
    }

    @Override
    public String toString() {
      return "line " + line + ": " + input.replace('\n', ' ');
    }
  }

  /** Reads the cases of a resource in the package of a class. */
  public static List<Case> read(Class<?> beside, String resource) {
    try (InputStream in = beside.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalArgumentException("no case file " + resource);
      }
      return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /**
   * Runs all cases of a resource in the package of a class.
   *
   * @throws AssertionError lists every case whose result differs from the expected one
   */
  public static void check(Class<?> beside, String resource, UnaryOperator<String> run) {
    List<Case> cases = read(beside, resource);
    var failures = new StringBuilder();
    var rewritten = new ArrayList<String>();
    for (Case next : cases) {
      String result = run.apply(next.input());
      rewritten.add(next.block(result));
      if (!result.equals(next.expected())) {
        failures.append(
            "%n%s:%d%n%s%nexpected %s%nbut was  %s%n"
                .formatted(resource, next.line(), next.input(), next.expected(), result));
      }
    }
    if (Boolean.getBoolean("gramme.rewrite")) {
      write(beside, resource, String.join("\n", rewritten));
    } else if (!failures.isEmpty()) {
      throw new AssertionError(failures.toString());
    }
    if (cases.isEmpty()) {
      throw new AssertionError("no cases in " + resource);
    }
  }

  private static void write(Class<?> beside, String resource, String text) {
    Path file =
        Path.of("src/test/resources", beside.getPackageName().replace('.', '/')).resolve(resource);
    try {
      Files.writeString(file, text);
    } catch (IOException unwritable) {
      throw new UncheckedIOException(unwritable);
    }
  }

  static List<Case> parse(String text) {
    var cases = new ArrayList<Case>();
    var block = new ArrayList<String>();
    int line = 0;
    for (String next : (text + "\n\n").lines().toList()) {
      line++;
      if (!next.isBlank()) {
        block.add(next);
      } else if (!block.isEmpty()) {
        // A block that consists of comments only is the head of the file.
        if (!block.stream().allMatch(each -> each.startsWith("#"))) {
          cases.add(parseBlock(block, line - block.size()));
        }
        block.clear();
      }
    }
    return cases;
  }

  private static Case parseBlock(List<String> block, int line) {
    int separator = block.indexOf(SEPARATOR);
    if (separator < 0) {
      throw new IllegalArgumentException("line " + line + ": a case without " + SEPARATOR);
    }
    int first = 0;
    while (block.get(first).startsWith("#")) {
      first++;
    }
    return new Case(
        line,
        List.copyOf(block.subList(0, first)),
        String.join("\n", block.subList(first, separator)),
        String.join("\n", block.subList(separator + 1, block.size())));
  }
}
