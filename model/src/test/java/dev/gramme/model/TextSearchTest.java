package dev.gramme.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Chosen cases; {@code expression} has a random test that compares with the JDK. */
final class TextSearchTest {

  /** Texts and parts are repetitions: {@code ab*3} is {@code ababab}. */
  private static String text(String description) {
    var text = new StringBuilder();
    for (String part : description.split("\\+", -1)) {
      String[] repeated = part.split("\\*", -1);
      text.append(repeated[0].repeat(repeated.length > 1 ? Integer.parseInt(repeated[1]) : 1));
    }
    return text.toString();
  }

  @ParameterizedTest
  @CsvSource({
    // At most 16 characters.
    "abcabc, bc, 0, 1",
    "abcabc, bc, 2, 4",
    "abcabc, bd, 0, -1",
    // Longer, at the first candidate, at the end, after the beginning, and not at all.
    "x*3+abcdefghij*2+y, abcdefghij*2, 0, 3",
    "x*3+abcdefghij*2, abcdefghij*2, 3, 3",
    "x*3+abcdefghij*2, abcdefghij*2, 4, -1",
    "abcdefghij*2, abcdefghij*2+x, 0, -1",
    // Many candidates, so that the linear algorithm finds it: at the end, in the middle, nowhere.
    "a*500+b+a*20, a*100+b+a*20, 0, 400",
    "a*500+b+a*500, a*100+b, 0, 400",
    "a*1000, a*100+b, 0, -1",
    // The linear algorithm continues after a border of the part.
    "aab*200+aac+aab*10+aad, aab*10+aad, 0, 603",
    "ab*300+abac+ab*20+c, abac+ab*20+c, 0, 600",
    "a*300+b+a*99+b+a*100+b+a*100+c, a*100+b+a*100+c, 0, 401",
  })
  void a_part_is_found_at_its_first_position(String text, String part, int from, int position) {
    assertThat(TextSearch.indexOf(text(text), text(part), from)).isEqualTo(position);
    assertThat(text(text).indexOf(text(part), from)).isEqualTo(position);
    assertThat(TextSearch.contains(text(text), text(part)))
        .isEqualTo(text(text).contains(text(part)));
  }
}
