package dev.gramme.toolkit.members;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.embedded.Gramme;
import dev.gramme.toolkit.Range;
import dev.gramme.toolkit.entity.ConditionNotMet;
import dev.gramme.toolkit.entity.Expression;
import dev.gramme.toolkit.members.NamedQueries.Part;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class NamedQueriesTest {
  private final Gramme gramme = Gramme.inMemory();
  private final NamedQueriesTable named = NamedQueriesTable.of(gramme.client());

  @BeforeEach
  void create() {
    named.table().createIfAbsent();
    named.create(Named.of("a", 1));
    named.create(Named.of("b", 2));
  }

  @AfterEach
  void close() {
    gramme.close();
  }

  @Test
  void filters_may_use_the_names_of_the_toolkits_placeholders() {
    assertThat(named.all("a", Range.all(), 1, 2, 5, 6, 3)).hasSize(1);
    assertThat(named.all("a", Range.closed(0, 1), 1, 2, 5, 6, 3)).hasSize(1);
    assertThat(named.all("a", Range.all(), 2, 2, 5, 6, 3)).isEmpty();
    assertThat(named.ofSeveral(List.of("a", "b"), 1, 4)).hasSize(2);
    assertThat(named.parts("a", 8, 7)).containsExactly(new Part(8, 1));
  }

  @Test
  void conditions_may_use_the_names_of_the_toolkits_placeholders() {
    Named stored = named.ofSeveral(List.of("a"), 1, 4).getFirst();
    Named changed = named.change("a", 1, stored.revision(), 10, 7, 6, 3);
    assertThat(changed.kind()).isEqualTo(11);
    assertThat(changed.u0()).isEqualTo(6);
    assertThatThrownBy(() -> named.save(changed, 1, 3, 6)).isInstanceOf(ConditionNotMet.class);
    assertThat(named.save(changed, 1, 3, 7).revision()).isEqualTo(changed.revision() + 1);
  }

  @Test
  void a_placeholder_with_two_meanings_is_refused() {
    Expression one = Expression.of("#a = #b", Map.of("#a", "x", "#b", "y"));
    assertThat(one.and(Expression.of("#a <> #b", Map.of("#a", "x", "#b", "y"))).names()).hasSize(2);
    assertThatThrownBy(() -> one.and(Expression.of("#b > #a", Map.of("#a", "z", "#b", "y"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the placeholder #a stands for x and for z");
  }
}
