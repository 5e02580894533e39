package dev.gramme.conformance.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.conformance.cases.CaseFile.Step;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ComparisonTest {
  private static final String ERROR = "{\"__type\":\"%s#%s\",\"%s\":\"%s\"}";

  @Test
  void the_order_of_members_and_of_sets_does_not_matter() {
    assertSame(
        answer("200", "{\"Item\":{\"a\":{\"SS\":[\"x\",\"y\"]},\"n\":1.0}}"),
        answer("200", "{\"Item\":{\"n\":1,\"a\":{\"SS\":[\"y\",\"x\"]}}}"));
  }

  @Test
  void the_order_of_a_list_matters_unless_the_case_is_unordered() {
    var one = "{\"Items\":[{\"a\":1},{\"a\":2}]}";
    var other = "{\"Items\":[{\"a\":2},{\"a\":1}]}";
    assertDifferent(answer("200", one), answer("200", other), "body");
    assertSame(answer("200 unordered", one), answer("200 unordered", other));
  }

  @Test
  void every_difference_is_found_and_named() {
    var theirs = answer("400", ERROR.formatted("x", "ValidationException", "message", "a"));
    assertDifferent(theirs, answer("200", "{}"), "status");
    assertDifferent(
        theirs,
        answer("400", ERROR.formatted("x", "LimitExceededException", "message", "a")),
        "name of the error");
    assertDifferent(
        theirs,
        answer("400", ERROR.formatted("x", "ValidationException", "message", "b")),
        "text of the error");
    assertDifferent(
        theirs,
        answer("400", ERROR.formatted("x", "ValidationException", "Message", "a")),
        "other members of the error");
    assertDifferent(answer("200", "{\"a\":1}"), answer("200", "{\"a\":2}"), "body");
    assertDifferent(answer("200", "{}"), answer("200"), "body");
  }

  @Test
  void a_body_that_is_not_json_is_compared_as_text() {
    assertSame(answer("404", "<html>"), answer("404", "<html>"));
    assertDifferent(answer("404", "<html>"), answer("404", "{broken"), "body");
  }

  private static void assertSame(Step theirs, Step ours) {
    assertThat(Comparison.isSame(theirs, ours)).isTrue();
  }

  private static void assertDifferent(Step theirs, Step ours, String kind) {
    assertThat(Comparison.isSame(theirs, ours)).isFalse();
    assertThat(Comparison.kind(theirs, ours)).isEqualTo(kind);
  }

  private static Step answer(String... lines) {
    return new Step("Query", "{}", List.of(lines), List.of());
  }
}
