package dev.gramme.apps.patterns.constraints;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.apps.patterns.Showing;
import dev.gramme.apps.patterns.Showings;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests of conditions: what they allow and refuse, and their costs. */
final class ConstraintsTest {
  private static final String WRITE = "1 request, 1 WCU";
  private static final String READ = "1 request, 1 RCU";
  private static final String REFUSED = "none reported";
  private static final String TRANSACTION = "1 request, 4 WCU";

  @Test
  void a_unique_value_belongs_to_one_item() {
    Showing shown = Showings.of(new UniqueField());
    assertThat(shown.table("users").items()).isEmpty();
    assertThat(shown.results())
        .containsExactly("", "refused: UniqueViolation", "", "", "", Optional.empty());
    // A transaction with two items; with three when the old value is released.
    assertThat(shown.costs())
        .containsExactly(
            "2 requests, 1 RCU, 4 WCU",
            READ,
            "2 requests, 1 RCU, 6 WCU",
            "2 requests, 1 RCU, 4 WCU",
            "2 requests, 1 RCU, 4 WCU",
            READ);
  }

  @Test
  void a_counter_gives_numbers_in_sequence() {
    Showing shown = Showings.of(new AutoIncrement());
    var first = new AutoIncrement.Invoice(1, "tom");
    var second = new AutoIncrement.Invoice(2, "ann");
    assertThat(shown.results()).containsExactly(1L, "", 2L, 101L, List.of(first, second));
    assertThat(shown.costs()).containsExactly(WRITE, WRITE, WRITE, READ, "1 request, 0.5 RCU");
  }

  @Test
  void a_like_is_counted_once_for_each_person() {
    Showing shown = Showings.of(new CountingLikes());
    assertThat(shown.results().get(1)).isEqualTo("refused: ItemExists");
    assertThat(shown.results().getLast())
        .isEqualTo(Optional.of(new CountingLikes.Post("ABC", "Hello", 2)));
    assertThat(shown.costs()).containsExactly(TRANSACTION, REFUSED, TRANSACTION, READ);
  }

  @Test
  void a_full_set_takes_no_further_value() {
    Showing shown = Showings.of(new LimitedSet());
    assertThat(shown.results()).containsExactly(1, 3, "refused: ConditionNotMet", 3, 2, 3);
    assertThat(shown.costs()).containsExactly(WRITE, WRITE, REFUSED, WRITE, WRITE, WRITE);
  }

  @Test
  void only_an_editor_changes_a_document() {
    Showing shown = Showings.of(new ConditionOnItem());
    assertThat(shown.results())
        .containsExactly("New content", "refused: ConditionNotMet", "New content");
    assertThat(shown.costs()).containsExactly(WRITE, REFUSED, "1 request, 0.5 RCU");
  }

  @Test
  void the_editors_may_be_in_another_item() {
    Showing shown = Showings.of(new ConditionAcrossItems());
    assertThat(shown.results()).containsExactly("", "refused: ConditionNotMet", "New content");
    assertThat(shown.costs()).containsExactly(TRANSACTION, REFUSED, READ);
  }

  @Test
  void a_change_of_a_set_is_safe_to_repeat() {
    Showing shown = Showings.of(new IdempotentSet());
    assertThat(shown.results())
        .containsExactly(Set.of("ann", "tom"), Set.of("ann", "tom"), Set.of("ann"), Set.of("ann"));
    assertThat(shown.costs()).containsOnly(WRITE);
  }

  @Test
  void a_put_returns_whether_it_inserts_or_replaces() {
    Showing shown = Showings.of(new InsertVersusReplace());
    assertThat(shown.results())
        .containsExactly(
            "",
            "refused: ItemExists",
            "refused: ItemNotFound",
            "",
            "",
            Optional.of(new InsertVersusReplace.Action("2341", "ben")));
    assertThat(shown.costs()).containsExactly(WRITE, REFUSED, REFUSED, WRITE, WRITE, READ);
  }

  @Test
  void of_two_readers_of_the_same_version_one_writes() {
    Showing shown = Showings.of(new OptimisticLocking());
    assertThat(shown.results().get(3)).isEqualTo("refused: VersionConflict");
    assertThat(shown.results().getLast())
        .isEqualTo(new OptimisticLocking.Item("2345", "Ann's data", 3));
    assertThat(shown.costs()).containsExactly(READ, READ, WRITE, REFUSED, READ, WRITE);
  }

  @Test
  void a_version_in_the_making_is_not_seen() {
    Showing shown = Showings.of(new ManualTransaction());
    assertThat(shown.table("documents").items().toString()).doesNotContain("John");
    assertThat(shown.results())
        .containsExactly(
            "",
            List.of("INTRO by Simon", "MAIN by Simon"),
            "",
            "refused: ConditionNotMet",
            List.of("INTRO by John", "MAIN by John"),
            "first draft");
    assertThat(shown.costs())
        .containsExactly(
            "2 requests, 2 WCU",
            "2 requests, 1.5 RCU",
            WRITE,
            REFUSED,
            "2 requests, 1.5 RCU",
            "1 request, 0.5 RCU");
  }

  @Test
  void only_the_part_that_changes_is_written_anew() {
    Showing shown = Showings.of(new AttributeVersioning());
    assertThat(shown.results())
        .containsExactly(
            "",
            "",
            List.of("MAIN_CONTENT 2 by Tom"),
            List.of("INTRO 1 by Tom", "MAIN_CONTENT 2 by Tom", "SUMMARY 1 by John"));
    assertThat(shown.costs())
        .containsExactly(
            "3 requests, 9 WCU", "1 request, 3 WCU", "1 request, 0.5 RCU", "1 request, 1.5 RCU");
  }
}
