package dev.gramme.conformance.differential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.conformance.differential.Replay.Answer;
import dev.gramme.conformance.support.DynamoDbLocal;
import dev.gramme.conformance.support.Endpoint;
import dev.gramme.testkit.Gen;
import dev.gramme.testkit.history.Histories;
import dev.gramme.testkit.history.Request;
import dev.gramme.testkit.history.Shrinking;
import dev.gramme.testkit.history.StatementHistories;
import dev.gramme.testkit.history.StreamHistories;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Compares Gramme with DynamoDB Local. A difference is reported with its seed, which {@code
 * -Dgramme.seed=...} runs again, and with the shortest history that shows it. Texts that are known
 * to differ are in {@code known-texts.txt}; {@code docs/differences.md} has the reasons.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("slow")
class DifferentialTest {
  private static final Pattern ENDING_ZEROS =
      Pattern.compile("\"N\":\"(-?[0-9]+\\.[0-9]*[1-9]|-?[0-9]+(?=\\.))\\.?0+\"");

  private static final Pattern WITHOUT_TYPE = Pattern.compile("\"(?!M\")([^\"]+)\":\\{}");

  private final DynamoDbLocal local = DynamoDbLocal.start();
  private final Replay theirs = new Replay(Endpoint.at(local.uri()));
  private final Replay ours = new Replay(Endpoint.classic());
  private final StreamReplay theirStreams = new StreamReplay(Endpoint.at(local.uri()));
  private final StreamReplay ourStreams = new StreamReplay(Endpoint.classic());
  private final List<Pattern> knownTexts = knownTexts();

  /** Executes a history on one server and returns its answers. */
  private interface Side {
    List<Answer> run(List<Request> history);
  }

  @AfterAll
  void stop() {
    local.close();
  }

  /**
   * Fixed seeds. The result of a build must not depend on how DynamoDB Local, which we cannot fix,
   * behaves on a history that was never run before.
   */
  @Test
  void fixed_histories_have_equal_answers() {
    for (long seed = 1; seed <= 5; seed++) {
      compare(Histories.random(new Gen(seed), 60));
    }
  }

  @Test
  void fixed_statements_have_equal_answers() {
    for (long seed = 1; seed <= 3; seed++) {
      compare(StatementHistories.random(new Gen(seed), 60));
    }
  }

  @Test
  void fixed_histories_of_streams_and_expiry_have_equal_answers() {
    for (long seed = 1; seed <= 3; seed++) {
      compareStreams(StreamHistories.random(new Gen(seed), 60));
    }
  }

  @Test
  @Tag("long")
  void long_histories_of_streams_and_expiry_have_equal_answers() {
    Gen.forAll(100, gen -> compareStreams(StreamHistories.random(gen, 200)));
  }

  @Test
  @Tag("long")
  void long_histories_of_statements_have_equal_answers() {
    Gen.forAll(100, gen -> compare(StatementHistories.random(gen, 300)));
  }

  @Test
  @Tag("long")
  void long_histories_have_equal_answers() {
    Gen.forAll(200, gen -> compare(Histories.random(gen, 400)));
  }

  private void compare(List<Request> history) {
    compare(history, ours::run, theirs::run);
  }

  private void compareStreams(List<Request> history) {
    compare(history, ourStreams::run, theirStreams::run);
  }

  private void compare(List<Request> history, Side ours, Side theirs) {
    if (difference(history, ours, theirs).isEmpty()) {
      return;
    }
    var shrunken =
        Shrinking.shrink(history, shorter -> difference(shorter, ours, theirs).isPresent());
    assertThat(difference(shrunken, ours, theirs)).as(() -> lines(shrunken)).isEmpty();
  }

  private Optional<String> difference(List<Request> history, Side ours, Side theirs) {
    var our = ours.run(history);
    var their = theirs.run(history);
    for (var i = 0; i < our.size(); i++) {
      if (!agree(our.get(i), their.get(i))) {
        return Optional.of(
            "%n%s%nGramme          %s%nDynamoDB Local  %s"
                .formatted(
                    i < history.size() ? history.get(i) : "after the last request",
                    our.get(i),
                    their.get(i)));
      }
    }
    return Optional.empty();
  }

  private boolean agree(Answer our, Answer their) {
    return our.status() == their.status()
        && our.errorType().equals(known(their.errorType()))
        && our.body().equals(withoutEndingZeros(withEmptyMaps(their.body())))
        && (our.errorText().equals(their.errorText()) || isKnown(their.errorText()));
  }

  /** In stream records of DynamoDB Local, an empty map has no type: {@code "m":{}}. */
  private static String withEmptyMaps(String body) {
    return body.contains("\"eventSource\":\"aws:dynamodb\"")
        ? WITHOUT_TYPE.matcher(body).replaceAll("\"$1\":{\"M\":{}}")
        : body;
  }

  /** DynamoDB Local keeps trailing zeros: 1.5 + 1.5 is 3.0. */
  private static String withoutEndingZeros(String body) {
    return ENDING_ZEROS.matcher(body).replaceAll("\"N\":\"$1\"");
  }

  /** DynamoDB Local uses a shorter name than the service for one error. */
  private static String known(String errorType) {
    return errorType.equals("DuplicateItem") ? "DuplicateItemException" : errorType;
  }

  private boolean isKnown(String text) {
    return knownTexts.stream().anyMatch(pattern -> pattern.matcher(text).matches());
  }

  private static String lines(List<Request> history) {
    return String.join("\n", history.stream().map(Request::toString).toList());
  }

  private static List<Pattern> knownTexts() {
    try {
      return Files.readAllLines(Path.of("src", "test", "resources", "known-texts.txt")).stream()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(line -> Pattern.compile(Pattern.quote(line).replace("*", "\\E.*\\Q")))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
