package dev.gramme.apps.patterns.relations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.apps.patterns.Showing;
import dev.gramme.apps.patterns.Showings;
import dev.gramme.apps.patterns.relations.AdjacencyList.Membership;
import dev.gramme.apps.patterns.relations.HierarchicalSortKey.Sale;
import dev.gramme.apps.patterns.relations.MaterialisedGraph.Home;
import dev.gramme.apps.patterns.relations.MaterialisedGraph.Lesson;
import dev.gramme.apps.patterns.relations.OneToMany.Customer;
import dev.gramme.apps.patterns.relations.OneToMany.Order;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

/** Tests of relationships: each access pattern is one small request. */
final class RelationsTest {
  private static final String ONE_READ = "1 request, 0.5 RCU";

  @Test
  void a_complex_attribute_comes_with_its_item() {
    Showing shown = Showings.of(new ComplexAttribute());
    var dayton = new ComplexAttribute.Address("3305 Broadway Avenue", "Dayton", "TN", "37321");
    assertThat(shown.results().getLast())
        .isEqualTo(new ComplexAttribute.User("jake@gmail.com", "Jake Doug", dayton));
    assertThat(shown.costs()).containsExactly(ONE_READ, "1 request, 1 WCU");
  }

  @Test
  void duplicated_data_is_changed_in_every_copy() {
    Showing shown = Showings.of(new DuplicatedData());
    assertThat(shown.results().getLast())
        .asInstanceOf(InstanceOfAssertFactories.list(DuplicatedData.Book.class))
        .extracting(DuplicatedData.Book::authorName)
        .containsExactly("W. Shakespeare", "W. Shakespeare");
    // The index is read once; two books are written, each in the table and in the index.
    assertThat(shown.costs()).containsExactly(ONE_READ, "3 requests, 0.5 RCU, 4 WCU", ONE_READ);
  }

  @Test
  void the_one_and_the_many_are_read_together_and_apart() {
    Showing shown = Showings.of(new OneToMany());
    var tom = new Customer("XYQ", "Tom");
    var lamp = new Order("XYQ", 1, "lamp");
    var desk = new Order("XYQ", 2, "desk");
    assertThat(shown.results())
        .containsExactly(
            Optional.of(tom), List.of(tom, lamp, desk), List.of(lamp, desk), Optional.of(lamp));
    assertThat(shown.costs()).containsExactly(ONE_READ, ONE_READ, ONE_READ, ONE_READ);
  }

  @Test
  void both_kinds_of_children_are_read_newest_first_from_their_parent() {
    Showing shown = Showings.of(new BothDirections());
    assertThat(shown.results())
        .containsExactly(
            List.of("CUSTOMER#XYQ", "ORDER#99984", "ORDER#99985"),
            List.of("CUSTOMER#XYQ", "#QUESTION#00015", "#QUESTION#00014"),
            List.of(
                new BothDirections.Question("XYQ", 15),
                new BothDirections.Question("XYQ", 14),
                new BothDirections.Question("XYQ", 13)),
            31);
    assertThat(shown.costs()).containsOnly(ONE_READ);
  }

  @Test
  void an_index_brings_an_order_and_its_logs_together() {
    Showing shown = Showings.of(new OrderLogs());
    var order = new OrderLogs.Order("XYQ", 1);
    var paid = new OrderLogs.Log(1, "XYQ", 1, "paid");
    var packed = new OrderLogs.Log(2, "XYQ", 1, "packed");
    assertThat(shown.results())
        .containsExactly(
            List.of(order, new OrderLogs.Order("XYQ", 2)),
            List.of(order, packed, paid),
            List.of(paid, packed),
            "");
    assertThat(shown.costs()).containsExactly(ONE_READ, ONE_READ, ONE_READ, "1 request, 2 WCU");
  }

  @Test
  void an_adjacency_list_is_read_from_both_sides() {
    Showing shown = Showings.of(new AdjacencyList());
    var tomPlays = new Membership("XYQ", "BASKETBALL", "Tom", "Basketball");
    assertThat(shown.results())
        .containsExactly(
            Optional.of(new AdjacencyList.Student("XYQ", "Tom")),
            List.of(tomPlays, new Membership("XYQ", "FOOTBALL", "Tom", "Football")),
            List.of(new Membership("VLD", "BASKETBALL", "Linda", "Basketball"), tomPlays));
    assertThat(shown.costs()).containsExactly(ONE_READ, ONE_READ, ONE_READ);
    assertThat(shown.table("school/inverted").items()).hasSize(9);
  }

  @Test
  void a_graph_is_walked_along_its_edges_and_against_them() {
    Showing shown = Showings.of(new MaterialisedGraph());
    var math = new Lesson("TOM", "SIMON", "MATH");
    var sanDiego = new Home("ANN", "USA", "CA", "SAN_DIEGO");
    assertThat(shown.results())
        .containsExactly(
            List.of(math, new Lesson("TOM", "MICHAEL", "PHYSICS")),
            List.of(math),
            List.of(new Lesson("ANN", "SIMON", "MATH"), math),
            List.of(new Home("TOM", "USA", "CA", "LOS_ANGELES"), sanDiego),
            List.of(sanDiego));
    assertThat(shown.costs()).containsOnly(ONE_READ);
  }

  @Test
  void a_hierarchy_is_queried_at_every_level() {
    Showing shown = Showings.of(new HierarchicalSortKey());
    assertThat(shown.results())
        .containsExactly(
            5,
            3,
            2,
            List.of(new Sale("USA", "SAN_FRANCISCO", "00235", LocalDate.of(2020, 9, 22), 100)),
            List.of(new Sale("USA", "SAN_FRANCISCO", "00235", LocalDate.of(2020, 10, 1), 250)));
    assertThat(shown.costs()).containsOnly(ONE_READ);
  }
}
