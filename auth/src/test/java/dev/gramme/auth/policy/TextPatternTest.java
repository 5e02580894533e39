package dev.gramme.auth.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.testkit.Gen;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class TextPatternTest {
  private static final Context NOTHING = key -> List.of();

  private static String text(Gen gen, int length, String letters) {
    var text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append(letters.charAt(gen.nextInt(letters.length())));
    }
    return text.toString();
  }

  @Test
  void patterns_match_what_regular_expressions_match() {
    Gen.forAll(
        20_000,
        gen -> {
          // Long patterns have parts of more than 64 characters.
          boolean isLong = gen.chance(10);
          String letters =
              isLong ? "aaaaaaaaaaaaaaaaaaaaaaaaaaaaab??????????????????????????" : "aabB*?";
          String pattern =
              isLong
                  ? "*" + text(gen, gen.between(60, 140), letters) + "*"
                  : text(gen, gen.between(0, 8), letters);
          String given =
              text(
                  gen,
                  isLong ? gen.between(60, 300) : gen.between(0, 10),
                  isLong ? "aaaaaaaaaaaaaaaaab" : "aabB");
          String regex = pattern.replace("*", ".*").replace("?", ".");
          TextPattern parsed;
          try {
            parsed = TextPattern.parse(pattern, true, false);
          } catch (PolicyException impossible) {
            throw new AssertionError(impossible);
          }
          assertThat(parsed.matches(given, NOTHING))
              .as("%s matches %s", pattern, given)
              .isEqualTo(Pattern.matches(regex, given));
          assertThat(parsed.matchesIgnoringCase(given, NOTHING))
              .as("%s matches %s, whatever the capitals", pattern, given)
              .isEqualTo(Pattern.compile(regex, Pattern.CASE_INSENSITIVE).matcher(given).matches());
        });
  }

  /** An algorithm with quadratic time would take hours. */
  @Test
  @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void long_texts_and_long_patterns_take_linear_time() throws PolicyException {
    int length = 4 << 20;
    String given = "a".repeat(length);
    String part = "a".repeat(length / 2);
    for (String pattern :
        List.of(
            "*" + part + "b*", "*b" + part + "*", "*" + part + "b", "*a".repeat(1 << 20) + "b")) {
      assertThat(TextPattern.parse(pattern, true, false).matches(given, NOTHING)).isFalse();
    }
    assertThat(TextPattern.parse("*" + part + "*", true, false).matches(given, NOTHING)).isTrue();
  }

  /** Comparing the part at each position would take an hour. */
  @Test
  @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void a_placeholder_within_a_long_part_takes_little_more() throws PolicyException {
    String given = "a".repeat(4 << 20);
    String part = "?" + "a".repeat(20_000);
    assertThat(TextPattern.parse("*" + part + "b*", true, false).matches(given, NOTHING)).isFalse();
    assertThat(TextPattern.parse("*" + part + "*", true, false).matches(given, NOTHING)).isTrue();
  }
}
