package dev.gramme.partiql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.model.Item;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class SelectionTest {
  private static final Item ITEM =
      ((BoundStatement.Insert)
              bound(
                  "INSERT INTO T VALUE {'x': 1, 'm': {'a': {'b': {'c': 1, 'd': 2}}, 'l': [[1, 2], {'z': {'y': 5, 'w': [6, 7, 8]}}]}}"))
          .item();

  @Test
  void an_attribute_has_the_last_name_of_its_path() {
    assertThat(selected("x, m.a.b.c")).isEqualTo("{x: 1, c: 1}");
    assertThat(selected("m.a")).isEqualTo("{a: {b: {c: 1, d: 2}}}");
  }

  @Test
  void positions_in_lists_belong_to_the_name() {
    assertThat(selected("m.l[0][1], m.l[0][0]")).isEqualTo("{l[0][1]: 2, l[0][0]: 1}");
  }

  @Test
  void steps_after_a_position_keep_their_structure() {
    assertThat(selected("m.l[1].z.y")).isEqualTo("{l[1]: {z: {y: 5}}}");
    assertThat(selected("m.l[1].z.w[2], m.l[1].z.y, m.l[1].z.w[0]"))
        .isEqualTo("{l[1]: {z: {w: [6, 8], y: 5}}}");
  }

  @Test
  void paths_without_a_value_are_left_out() {
    assertThat(selected("nobody, m.a.z, m.l[9], y.k, m.l[1].q, m.l[0].q, m.l[3][4].z, x"))
        .isEqualTo("{x: 1}");
  }

  private static String selected(String paths) {
    var read = (BoundStatement.Read) bound("SELECT " + paths + " FROM T");
    Selection selection = Objects.requireNonNull(read.selection());
    return Shown.item(selection.apply(ITEM));
  }

  private static BoundStatement bound(String statement) {
    return StatementBinder.bind(StatementParser.parse(statement), List.of());
  }
}
