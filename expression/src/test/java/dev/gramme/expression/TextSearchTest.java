package dev.gramme.expression;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.model.Binary;
import dev.gramme.model.TextSearch;
import dev.gramme.testkit.Gen;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class TextSearchTest {
  private static String letters(Gen gen, int length, int letters) {
    var text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append("ab".charAt(gen.nextInt(letters)));
    }
    return text.toString();
  }

  @Test
  void searches_in_texts_and_binaries_give_the_same_results_as_the_jdk() {
    Gen.forAll(
        5000,
        gen -> {
          String text = letters(gen, gen.between(0, 400), gen.between(1, 2));
          int from = gen.between(0, text.length());
          String part =
              gen.chance(50)
                  ? letters(gen, gen.between(0, 60), 2)
                  : text.substring(from, gen.between(from, text.length()));
          assertThat(TextSearch.contains(text, part)).isEqualTo(text.contains(part));
          assertThat(TextSearch.indexOf(text, part, from)).isEqualTo(text.indexOf(part, from));
          assertThat(binary(text).contains(binary(part))).isEqualTo(text.contains(part));
        });
  }

  private static Binary binary(String text) {
    return Binary.copyOf(text.getBytes(StandardCharsets.UTF_8));
  }

  /** A search in quadratic time would take hours. */
  @Test
  @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void a_long_part_with_many_partial_matches_is_searched_in_linear_time() {
    int half = 8 << 20;
    String text = "a".repeat(half * 2);
    for (String part :
        new String[] {
          "a".repeat(half) + "b",
          "b" + "a".repeat(half),
          "a".repeat(half / 2) + "b" + "a".repeat(half / 2),
          "ab".repeat(half / 2)
        }) {
      assertThat(TextSearch.contains(text, part)).isFalse();
      assertThat(binary(text).contains(binary(part))).isFalse();
      assertThat(TextSearch.contains(text + part, part)).isTrue();
    }
  }
}
