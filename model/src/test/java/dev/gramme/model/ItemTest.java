package dev.gramme.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.model.AttributeValue.L;
import dev.gramme.model.AttributeValue.M;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class ItemTest {
  private static final S A = new S("a");
  private static final S B = new S("b");

  private static AttributeValue value(Item item, String name) {
    return Objects.requireNonNull(item.get(name));
  }

  @Test
  void an_item_has_the_attributes_in_the_order_of_insertion() {
    var item = Item.builder().put("z", A).put("a", B).put("m", N.of(1)).build();
    assertThat(item.names()).containsExactly("z", "a", "m");
    assertThat(item.attributes())
        .containsExactly(Map.entry("z", A), Map.entry("a", B), Map.entry("m", N.of(1)));
    assertThat(item.size()).isEqualTo(3);
    assertThat(item.isEmpty()).isFalse();
    assertThat(item.get("a")).isEqualTo(B);
    assertThat(item.get("x")).isNull();
    assertThat(item.has("z")).isTrue();
    assertThat(item.has("x")).isFalse();
    assertThat(item).hasToString("{z=S[value=a], a=S[value=b], m=N[value=1]}");
  }

  @Test
  void the_order_does_not_matter_for_equality() {
    var item = Item.of("a", A, "b", B);
    assertThat(item).isEqualTo(Item.of("b", B, "a", A)).hasSameHashCodeAs(Item.of("b", B, "a", A));
    assertThat(item).isNotEqualTo(Item.of("a", A)).isNotEqualTo(Item.of("a", B, "b", A));
    assertThat(item.hashCode()).isNotEqualTo(Item.of("a", B).hashCode());
  }

  @Test
  void the_empty_item_has_nothing() {
    assertThat(Item.empty().isEmpty()).isTrue();
    assertThat(Item.empty().size()).isZero();
    assertThat(Item.empty()).isEqualTo(Item.of(Map.of()));
  }

  @Test
  void an_item_is_independent_of_the_map_from_which_it_was_made() {
    var map = new LinkedHashMap<>(Map.of("a", A));
    var item = Item.of(map);
    map.put("b", B);
    assertThat(item.names()).containsExactly("a");
    assertThatThrownBy(() -> item.attributes().put("b", B))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> item.names().remove("a"))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void a_builder_changes_a_copy() {
    var item = Item.of("a", A, "b", B);
    var builder = item.toBuilder().remove("a").put("b", A).putAll(Item.of("c", B));
    assertThat(builder.get("b")).isEqualTo(A);
    assertThat(builder.get("a")).isNull();
    assertThat(builder.build()).isEqualTo(Item.of("b", A, "c", B));
    assertThat(item).isEqualTo(Item.of("a", A, "b", B));
  }

  @Test
  void a_builder_cannot_be_used_after_build() {
    var builder = Item.builder(1);
    assertThat(builder.build().isEmpty()).isTrue();
    assertThatIllegalStateException()
        .isThrownBy(() -> builder.put("a", A))
        .withMessage("build() was called before");
  }

  @Test
  void attributes_and_nested_maps_are_sorted_by_name() {
    var unordered = Item.of("y", A, "x", B);
    var item = Item.of("b", new M(unordered), "a", new L(List.of(A, new M(unordered))));
    var sorted = item.inOrder();
    assertThat(sorted).isEqualTo(item);
    assertThat(sorted.names()).containsExactly("a", "b");
    assertThat(((M) value(sorted, "b")).entries().names()).containsExactly("x", "y");
    var list = (L) value(sorted, "a");
    assertThat(((M) list.elements().getLast()).entries().names()).containsExactly("x", "y");
    assertThat(sorted.inOrder()).isSameAs(sorted);
  }

  @Test
  void an_item_with_an_unsorted_map_in_a_list_is_sorted() {
    var item = Item.of("a", new L(List.of(new M(Item.of("y", A, "x", B)))));
    var list = (L) value(item.inOrder(), "a");
    assertThat(((M) list.elements().getFirst()).entries().names()).containsExactly("x", "y");
  }

  @Test
  void sorting_keeps_lists_that_are_sorted() {
    var list = new L(List.of(B, A));
    assertThat(Item.of("b", A, "a", list).inOrder().get("a")).isSameAs(list);
  }

  @Test
  void the_size_is_that_of_names_and_values() {
    assertThat(Item.of("key", A).sizeBytes()).isEqualTo(4);
    assertThat(Item.of("key", A).toBuilder().build(77).sizeBytes()).isEqualTo(77);
  }

  @Test
  void an_item_of_which_a_part_was_dropped_exceeds_the_maximum_size() {
    assertThat(Item.builder().put("a", A).buildTooLarge().sizeBytes())
        .isEqualTo(Limits.ITEM_BYTES + 1);
    var large = new S("x".repeat(Limits.ITEM_BYTES + 10));
    assertThat(Item.builder().put("a", large).buildTooLarge().sizeBytes())
        .isEqualTo(Limits.ITEM_BYTES + 11);
  }
}
