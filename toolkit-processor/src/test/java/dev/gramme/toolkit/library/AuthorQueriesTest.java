package dev.gramme.toolkit.library;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.embedded.Gramme;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AuthorQueriesTest {
  private final Gramme gramme = Gramme.inMemory();
  private final AuthorQueriesTable authors = AuthorQueriesTable.of(gramme.client());

  @BeforeEach
  void create() {
    authors.table().createIfAbsent();
  }

  @AfterEach
  void close() {
    gramme.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Ana", "Ana Silva", " Ana", "Ana!", "\"Ana\"", "A\tna", "A#na", "A$na"})
  void both_kinds_are_found_by_a_name_with_any_characters(String name) {
    Author author = new Author("a", name);
    Work work = new Work("a", name, "One Title");
    Author other = new Author("a", name + "bel");
    List.of(author, work, other).forEach(authors::save);
    assertThat(authors.of("a", name)).containsExactlyInAnyOrder(author, work);
    assertThat(authors.of("a", other.name())).containsExactly(other);
  }

  @Test
  void a_name_that_begins_with_an_escaped_character_is_found_in_the_range_of_the_kinds() {
    authors.save(new Work("a", " ", "t"));
    assertThat(authors.of("a", " ")).hasSize(1);
  }
}
