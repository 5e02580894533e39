package dev.gramme.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.AttributeValue.B;
import dev.gramme.model.AttributeValue.L;
import dev.gramme.model.AttributeValue.M;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.AttributeValue.SS;
import dev.gramme.model.Binary;
import dev.gramme.model.DocumentPath;
import dev.gramme.model.Item;
import dev.gramme.model.Limits;
import dev.gramme.model.budget.MemoryBudget;
import dev.gramme.model.budget.RequestBudget;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * The work of evaluating an expression is proportional to its text and the item, and is counted in
 * the budget.
 */
class WorkTest {
  private static final int LARGE = 390_000;
  private static final String MANY = "a".repeat(LARGE);

  private final RequestBudget budget = new RequestBudget(MemoryBudget.unlimited());

  private boolean holds(String condition, AttributeValue stored, AttributeValue value) {
    return Condition.parse(
            ExpressionKind.CONDITION, condition, new Placeholders(Map.of(), Map.of(":v", value)))
        .test(Item.of("a", stored), budget);
  }

  private Item updated(String update, AttributeValue stored, AttributeValue value) {
    Item key = Item.of("pk", new S("x"));
    Item before = Item.of("pk", new S("x"), "a", stored);
    var placeholders = new Placeholders(Map.of(), Map.of(":v", value));
    return Update.parse(update, placeholders).apply(before, key, budget);
  }

  /**
   * An item with a list to which itself was appended this number of times. Only statements can nest
   * the function.
   */
  private Item appended(L list, int times) {
    UpdateValue value = new UpdateValue.Constant(list);
    for (int i = 0; i < times; i++) {
      value = new UpdateValue.ListAppend(value, new UpdateValue.Constant(list));
    }
    Item key = Item.of("pk", new S("x"));
    var set = new UpdateAction.Set(DocumentPath.of("b"), value);
    return Update.of(List.of(set)).apply(key, key, budget);
  }

  private static B binary(String text) {
    return new B(Binary.copyOf(text.getBytes(java.nio.charset.StandardCharsets.US_ASCII)));
  }

  @Test
  void a_search_costs_the_length_of_both_texts() {
    String part = "a".repeat(LARGE / 2) + "b";
    assertThat(holds("contains(a, :v)", new S(MANY), new S(part))).isFalse();
    assertThat(budget.steps()).isBetween((long) LARGE, 2L * LARGE);
    assertThat(holds("contains(a, :v)", binary(MANY), binary(part))).isFalse();
    assertThat(budget.steps()).isBetween(2L * LARGE, 4L * LARGE);
  }

  @Test
  void comparisons_cost_the_bytes_that_they_examine() {
    assertThat(holds("a = :v", new S(MANY), new S(MANY + "b"))).isFalse();
    assertThat(budget.steps()).isLessThan(10);
    assertThat(holds("a = :v", new S(MANY), new S("a".repeat(LARGE)))).isTrue();
    assertThat(budget.steps()).isBetween(LARGE / 10L, (long) LARGE);
    assertThat(holds("a < :v", new S(MANY), new S(MANY + "b"))).isTrue();
    assertThat(holds("a BETWEEN :v AND :v", new S(MANY), new S(MANY))).isTrue();
    assertThat(holds("begins_with(a, :v)", new S(MANY), new S(MANY))).isTrue();
    assertThat(budget.steps()).isBetween(3L * LARGE, 6L * LARGE);
  }

  @Test
  void elements_of_lists_are_counted() {
    var elements = new L(Collections.nCopies(100_000, N.of(1)));
    assertThat(holds("a = :v", elements, elements)).isTrue();
    assertThat(budget.steps()).isGreaterThan(100_000);
    long before = budget.steps();
    assertThat(holds("contains(a, :v)", elements, N.of(2))).isFalse();
    assertThat(budget.steps() - before).isGreaterThan(100_000);
  }

  @Test
  void a_condition_with_many_searches_is_rejected_when_it_exceeds_the_permitted_work() {
    String condition = String.join(" OR ", Collections.nCopies(150, "contains(a, :v)"));
    String part = "a".repeat(LARGE / 2) + "b";
    assertThatThrownBy(() -> holds(condition, new S(MANY), new S(part)))
        .isInstanceOfSatisfying(
            ApiError.class,
            error -> assertThat(error.text().orElse("")).contains("more work than one request"));
    assertThat(budget.steps()).isBetween(RequestBudget.MAX_STEPS, 2 * RequestBudget.MAX_STEPS);
  }

  @Test
  void appending_a_large_list_many_times_is_rejected() {
    var list = new L(List.of(new S(MANY)));
    assertThatThrownBy(() -> appended(list, 200))
        .hasMessageContaining("more work than one request");
    assertThat(budget.steps()).isLessThan(2 * RequestBudget.MAX_STEPS);
  }

  @Test
  void a_list_beyond_the_maximum_item_size_does_not_grow() {
    var list = new L(Collections.nCopies(100_000, AttributeValue.Null.NULL));
    assertThat(appended(list, 20).get("b"))
        .isInstanceOfSatisfying(
            L.class,
            grown ->
                assertThat(grown.elements().size())
                    .isBetween(Limits.ITEM_BYTES, 2 * Limits.ITEM_BYTES));
  }

  @Test
  void the_same_large_value_in_many_attributes_is_rejected() {
    var actions = new ArrayList<String>();
    for (int i = 0; i < 250; i++) {
      actions.add("a" + i + " = :v");
    }
    String update = "SET " + String.join(", ", actions);
    assertThatThrownBy(() -> updated(update, N.of(1), new S(MANY)))
        .hasMessageContaining("more work than one request");
  }

  @Test
  void a_constant_beyond_the_maximum_item_size_is_neither_searched_nor_measured() {
    var tooLarge = new L(Collections.nCopies(Limits.ITEM_BYTES, N.of(1)));
    for (String condition : List.of("contains(:v, a)", "size(:v) > a")) {
      assertThatThrownBy(() -> holds(condition, N.of(1), tooLarge))
          .hasMessageContaining("exceeded the maximum allowed size");
    }
    var members = new ArrayList<String>();
    for (int i = 0; i < Limits.ITEM_BYTES / 5; i++) {
      members.add("member" + i);
    }
    assertThatThrownBy(() -> updated("DELETE a :v", new SS(List.of("member1")), new SS(members)))
        .hasMessageContaining("exceeded the maximum allowed size");
    assertThat(holds("a = :v", N.of(1), tooLarge)).isFalse();
    assertThat(holds("contains(:v, a)", new S("a"), new S("a".repeat(Limits.ITEM_BYTES + 1))))
        .isTrue();
  }

  @Test
  void documents_of_different_sizes_are_not_compared_in_depth() {
    var large = new M(Item.of("x", new S(MANY), "y", N.of(1)));
    assertThat(holds("a = :v", large, new M(Item.of("x", new S(MANY))))).isFalse();
    assertThat(budget.steps()).isLessThan(10);
  }

  /** How many of 5000 texts are in a parse cache after all of them were parsed. */
  private static long cached(String end) {
    var cache = new ParseCache<String>();
    List<String> texts = IntStream.range(0, 5000).mapToObj(i -> i + end).toList();
    for (String text : texts) {
      assertThat(cache.get(text, parsed -> parsed)).isEqualTo(text);
    }
    return texts.stream().filter(text -> isCached(cache, text)).count();
  }

  private static boolean isCached(ParseCache<String> cache, String text) {
    var missing = new IllegalStateException();
    try {
      cache.get(
          text,
          parsed -> {
            throw missing;
          });
      return true;
    } catch (IllegalStateException e) {
      assertThat(e).isSameAs(missing);
      return false;
    }
  }

  @Test
  void the_parse_cache_is_limited_in_characters() {
    String end = "x".repeat(ExpressionLimits.PARSE_CACHE_MAX_LENGTH - 10);
    assertThat(cached(end))
        .isBetween(1L, (long) ExpressionLimits.PARSE_CACHE_CHARACTERS / end.length());
  }

  @Test
  void the_parse_cache_is_limited_in_entries() {
    assertThat(cached("")).isBetween(1L, (long) ExpressionLimits.PARSE_CACHE_ENTRIES);
  }

  @Test
  void the_parse_cache_does_not_keep_the_longest_texts() {
    assertThat(cached("x".repeat(ExpressionLimits.PARSE_CACHE_MAX_LENGTH))).isZero();
  }

  @Test
  void a_list_of_unused_names_is_truncated() {
    var names = new java.util.HashMap<String, String>();
    for (int i = 0; i < 100_000; i++) {
      names.put("#name" + i, "a");
    }
    assertThatThrownBy(() -> new Placeholders(names, Map.of()).checkAllUsed())
        .satisfies(error ->
            assertThat(error.getMessage())
                .hasSizeLessThan(2 * ExpressionLimits.MAX_LISTED_CHARACTERS));
  }
}
