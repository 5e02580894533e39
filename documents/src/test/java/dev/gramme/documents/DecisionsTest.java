package dev.gramme.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The decisions have consecutive numbers, a title, a state, the length of a page, and an index. */
final class DecisionsTest {
  private static final Path FOLDER = Path.of("..", "docs", "decisions");
  private static final int MAX_LINES = 75;
  private static final int MAX_WORDS = 650;

  private static final Pattern NAME = Pattern.compile("(\\d{4})-[a-z0-9-]+\\.md");
  private static final Pattern TITLE = Pattern.compile("# (\\d{4}): (.+)");
  private static final Pattern STATE =
      Pattern.compile(
          "State: (accepted, \\d{4}-\\d\\d-\\d\\d"
              + "|replaced by \\[\\d{4}]\\(\\d{4}-[a-z0-9-]+\\.md\\), \\d{4}-\\d\\d-\\d\\d).*");
  private static final Pattern INDEX_ROW =
      Pattern.compile("(?m)^\\| \\[(\\d{4})]\\(([^)]+)\\) \\| (.+?) \\| (.+?) \\|$");
  private static final Pattern NOT_USED =
      Pattern.compile("(?m)^\\| (\\d{4}) \\| not used: .+ \\| not used \\|$");
  private static final Pattern WHITE_SPACE = Pattern.compile("\\s+");

  private final TreeMap<Integer, Decision> decisions = decisions();
  private final String index = read("README.md");

  private record Decision(String file, List<String> lines) {
    /** The number of words as {@code wc -w} counts them, with the marks of Markdown. */
    long words() {
      return WHITE_SPACE.splitAsStream(String.join(" ", lines)).count();
    }
  }

  private static TreeMap<Integer, Decision> decisions() {
    var all = new TreeMap<Integer, Decision>();
    try (var files = Files.list(FOLDER)) {
      for (String file : files.map(path -> path.getFileName().toString()).toList()) {
        var name = NAME.matcher(file);
        if (name.matches()) {
          var former =
              all.put(
                  Integer.valueOf(name.group(1)), new Decision(file, read(file).lines().toList()));
          assertThat(former).as("another decision with the number of %s", file).isNull();
        } else {
          assertThat(file).isEqualTo("README.md");
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return all;
  }

  @Test
  void numbers_are_consecutive_except_for_those_that_the_index_calls_unused() {
    Set<Integer> unused =
        NOT_USED
            .matcher(index)
            .results()
            .map(row -> Integer.valueOf(row.group(1)))
            .collect(Collectors.toSet());
    assertThat(unused).isEqualTo(Set.of(55));
    var numbers = new TreeSet<>(decisions.keySet());
    assertThat(numbers).hasSizeGreaterThan(50).doesNotContainAnyElementsOf(unused);
    numbers.addAll(unused);
    assertThat(numbers)
        .containsExactlyElementsOf(IntStream.rangeClosed(1, numbers.last()).boxed().toList());
  }

  @Test
  void every_decision_begins_with_its_number_its_title_and_its_state() {
    decisions.forEach((number, decision) -> {
      var title = TITLE.matcher(decision.lines().getFirst());
      assertThat(title.matches()).as(decision.file()).isTrue();
      assertThat(Integer.valueOf(title.group(1))).as(decision.file()).isEqualTo(number);
      assertThat(decision.lines().get(1)).as(decision.file()).isEmpty();
      assertThat(decision.lines().get(2)).as(decision.file()).matches(STATE);
    });
  }

  @Test
  void no_decision_is_longer_than_a_page() {
    for (Decision decision : decisions.values()) {
      assertThat(decision.lines().size()).as(decision.file()).isLessThanOrEqualTo(MAX_LINES);
      assertThat(decision.words()).as(decision.file()).isLessThanOrEqualTo(MAX_WORDS);
    }
  }

  @Test
  void the_index_has_every_decision_with_its_title_and_state() {
    List<String> expected =
        decisions.values().stream()
            .map(decision -> {
              String title = decision.lines().getFirst().replaceFirst("# \\d{4}: ", "");
              var state = STATE.matcher(decision.lines().get(2));
              assertThat(state.matches()).as(decision.file()).isTrue();
              return row(decision.file(), title, state.group(1));
            })
            .toList();
    assertThat(INDEX_ROW.matcher(index).results().map(DecisionsTest::row)).isEqualTo(expected);
  }

  /** A row of the index, without what follows the date of the state. */
  private static String row(MatchResult row) {
    assertThat(row.group(2)).startsWith(row.group(1));
    return row(row.group(2), row.group(3), row.group(4));
  }

  private static String row(String file, String title, String state) {
    String plain = state.replaceAll("\\[(\\d{4})]\\([^)]*\\)", "$1");
    return file + " | " + title + " | " + plain.replaceFirst("(\\d{4}-\\d\\d-\\d\\d).*", "$1");
  }

  private static String read(String file) {
    try {
      return Files.readString(FOLDER.resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
