package dev.gramme.apps.patterns;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

final class DrawingTest {
  private static final List<String> KEY = List.of("PK", "SK");

  private static Map<String, AttributeValue> item(String pk, String sk, String name, String value) {
    return Map.of(
        "PK",
        AttributeValue.fromS(pk),
        "SK",
        AttributeValue.fromS(sk),
        name,
        AttributeValue.fromS(value));
  }

  private static TableView table(List<Map<String, AttributeValue>> items) {
    return new TableView("t", KEY, KEY, items);
  }

  @Test
  void the_items_of_a_partition_share_the_cell_of_its_key() {
    var table =
        table(
            List.of(item("a", "1", "n", "<x>"), item("a", "2", "n", "y"), item("b", "1", "n", "")));
    assertThat(DrawingHtml.of(Drawing.of(table)))
        .isEqualTo(
            """
            <table>
            <tr><th><code>PK</code></th><th><code>SK</code></th><th><code>n</code></th></tr>
            <tr><td rowspan="2"><b><code>a</code></b></td><td><code>1</code></td><td><code>&lt;x&gt;</code></td></tr>
            <tr><td><code>2</code></td><td><code>y</code></td></tr>
            <tr><td><b><code>b</code></b></td><td><code>1</code></td><td></td></tr>
            </table>
            """);
  }

  @Test
  void items_with_different_attributes_have_the_names_in_their_cells() {
    var table = table(List.of(item("a", "1", "n", "x"), item("a", "2", "m", "y")));
    assertThat(DrawingHtml.of(Drawing.of(table)))
        .contains("<th colspan=\"1\">attributes</th>")
        .contains("<td>n<br><code>x</code></td>", "<td>m<br><code>y</code></td>");
  }

  @Test
  void changes_are_marked_and_other_partitions_are_left_out() {
    var before =
        table(
            List.of(item("a", "1", "n", "x"), item("a", "2", "n", "x"), item("b", "1", "n", "x")));
    var after =
        table(
            List.of(item("a", "1", "n", "y"), item("a", "3", "n", "x"), item("b", "1", "n", "x")));
    assertThat(DrawingText.of(Drawing.ofChanges(before, after).orElseThrow()))
        .isEqualTo(
            """
            Table t
              PK = a
              ~ SK = 1  n: y
              - SK = 2  n: x
              + SK = 3  n: x
              … and 1 more
            """);
  }

  @Test
  void without_changes_nothing_is_drawn() {
    var table = table(List.of(item("a", "1", "n", "x")));
    assertThat(Drawing.ofChanges(table, table)).isEmpty();
  }
}
