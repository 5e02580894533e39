package dev.gramme.conformance.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.conformance.support.Endpoint;
import dev.gramme.conformance.support.RawClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The 573 reserved words, which cannot be attribute names in expressions without a placeholder. */
class ReservedWordsTest {
  /** These are parsed as syntax where an attribute is expected, so they cause another error. */
  private static final Set<String> SYNTAX =
      Set.of("AND", "OR", "NOT", "BETWEEN", "IN", "SET", "REMOVE", "ADD", "DELETE");

  private final RawClient raw = Endpoint.classic().raw();

  @Test
  void every_reserved_word_is_refused_in_any_case() throws IOException {
    var words = Files.readAllLines(Path.of("src", "test", "resources", "reserved-words.txt"));

    assertThat(words).hasSize(573);
    for (var word : words) {
      for (var written : List.of(word, word.toLowerCase(Locale.ROOT))) {
        var text = projecting(written);
        if (SYNTAX.contains(word)) {
          assertThat(text).as(written).startsWith("Invalid ProjectionExpression: ");
        } else {
          assertThat(text)
              .isEqualTo(
                  "Invalid ProjectionExpression: Attribute name is a reserved keyword;"
                      + " reserved keyword: "
                      + written);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"id", "names1", "userId", "a_b", "TTL2", "statuses", "x"})
  void other_words_are_allowed(String word) {
    assertThat(projecting(word)).isEqualTo("Requested resource not found");
  }

  /**
   * Projects a word. Expressions are parsed before the table is looked up, so no table is needed.
   */
  private String projecting(String word) {
    return raw.call(
            "GetItem",
            "{\"TableName\":\"%s\",\"Key\":{\"pk\":{\"S\":\"a\"}},\"ProjectionExpression\":\"%s\"}"
                .formatted("no-such-table", word))
        .errorText();
  }
}
