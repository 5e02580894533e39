package dev.gramme.toolkit.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.embedded.Gramme;
import dev.gramme.toolkit.entity.ConditionNotMet;
import dev.gramme.toolkit.entity.ItemNotFound;
import dev.gramme.toolkit.library.LibraryQueries.Lending;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Updates of parts of components. */
final class LibraryUpdatesTest {
  private final Gramme gramme = Gramme.inMemory();
  private final LibraryQueriesTable library = LibraryQueriesTable.of(gramme.client());

  @BeforeEach
  void create() {
    library.table().createIfAbsent();
    library.save(LibraryTest.book("a", 4));
  }

  @AfterEach
  void close() {
    gramme.close();
  }

  @Test
  void an_update_of_the_sort_key_of_an_index_keeps_the_partition_key() {
    String author = library.book("a", 4).orElseThrow().author();

    library.retitle("a", 4, "Zoology");

    assertThat(library.linesBy(author))
        .extracting(LibraryQueries.Line::title)
        .containsExactly("Zoology");
    assertThat(library.firstTitle("a")).contains(new LibraryQueries.Title("Zoology"));
  }

  @Test
  void elements_are_added_to_the_end_of_a_list_and_removed_at_an_index() {
    assertThat(library.addNote("a", 4, "second").notes()).containsExactly("first", "second");
    library.addNotes("a", 4, List.of("third", "fourth"));
    library.addNotes("a", 4, List.of());
    assertThat(library.removeNote("a", 4, 1).notes()).containsExactly("first", "third", "fourth");
    assertThat(library.removeNote("a", 4, 7).notes()).hasSize(3);
    assertThatThrownBy(() -> library.removeNote("a", 4, -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the index of an element of notes is not negative: -1");
    assertThatThrownBy(() -> library.addNote("a", 5, "first")).isInstanceOf(ItemNotFound.class);
  }

  @Test
  void a_missing_list_gets_elements_but_has_none_to_remove() {
    remove("notes");
    assertThatThrownBy(() -> library.removeNote("a", 4, 0)).isInstanceOf(ConditionNotMet.class);
    assertThat(library.addNote("a", 4, "new").notes()).containsExactly("new");
  }

  @Test
  void entries_of_a_map_are_put_and_removed() {
    assertThat(library.rate("a", 4, Map.of("ana", 5, "Ida. #1", 2)).ratings())
        .isEqualTo(Map.of("ben", 3, "ana", 5, "Ida. #1", 2));
    assertThat(library.rateAsBen("a", 4, 1).ratings()).containsEntry("ben", 1).hasSize(3);
    assertThat(library.unrate("a", 4, "Ida. #1").ratings()).isEqualTo(Map.of("ben", 1, "ana", 5));
    assertThat(library.unrate("a", 4, "nobody").ratings()).hasSize(2);
    library.unrateAll("a", 4, Set.of("ana", "ben"));
    assertThat(library.book("a", 4).orElseThrow().ratings()).isEmpty();
    remove("ratings");
    assertThatThrownBy(() -> library.rate("a", 4, Map.of("ana", 5)))
        .isInstanceOf(ConditionNotMet.class);
    assertThatThrownBy(() -> library.unrate("a", 4, "ana")).isInstanceOf(ConditionNotMet.class);
  }

  private void remove(String attribute) {
    gramme
        .client()
        .updateItem(update ->
            update
                .tableName("library")
                .key(
                    Map.of(
                        "PK", AttributeValue.fromS("SHELF#a"),
                        "SK", AttributeValue.fromS(sortKey())))
                .updateExpression("REMOVE " + attribute));
  }

  private String sortKey() {
    return gramme.client().scan(scan -> scan.tableName("library")).items().stream()
        .map(item -> item.get("SK"))
        .map(key -> key == null ? "" : key.s())
        .findFirst()
        .orElseThrow();
  }

  @Test
  void a_part_of_a_nested_record_is_set_or_removed() {
    assertThat(library.movePublisher("a", 4, "Basel", Optional.of("Gasse 1")).publisher())
        .isEqualTo(new Book.Publisher("Press", new Book.Address("Basel", Optional.of("Gasse 1"))));
    assertThat(library.movePublisher("a", 4, "Chur", Optional.empty()).publisher())
        .isEqualTo(new Book.Publisher("Press", new Book.Address("Chur", Optional.empty())));
  }

  @Test
  void a_part_of_something_that_does_not_exist_is_not_set() {
    assertThatThrownBy(() -> library.renew("a", 4, 1)).isInstanceOf(ConditionNotMet.class);
    assertThat(library.book("a", 4).orElseThrow().loan()).isEmpty();
  }

  @Test
  void a_number_is_subtracted() {
    assertThat(library.take("a", 4, 3, 3).copies()).isEqualTo(1);
    assertThatThrownBy(() -> library.take("a", 4, 3, 3)).isInstanceOf(ConditionNotMet.class);
    library.lend(new Lending("a", 4, 1, "lent"));
    Book lent = library.book("a", 4).orElseThrow();
    assertThat(lent.copies()).isZero();
    assertThat(lent.notes()).containsExactly("first", "lent");
  }
}
