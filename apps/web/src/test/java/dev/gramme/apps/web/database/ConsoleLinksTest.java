package dev.gramme.apps.web.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.apps.web.database.ConsoleLinks.Link;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ConsoleLinksTest {
  @Test
  void a_link_contains_the_table_and_the_query() {
    assertThat(
            ConsoleLinks.of("http://127.0.0.1:8000/")
                .table("Accounts", "incidents", "mode", "query", "pk", "a b&c")
                .table("All", "a/b")
                .links())
        .containsExactly(
            new Link(
                "Accounts",
                "http://127.0.0.1:8000/console#/table/incidents?mode=query&pk=a%20b%26c"),
            new Link("All", "http://127.0.0.1:8000/console#/table/a%2Fb"));
  }

  @ParameterizedTest
  @ValueSource(strings = {Database.DISK, Database.MEMORY, "aws"})
  void a_database_without_an_address_has_no_links(String database) {
    assertThat(ConsoleLinks.of(database).table("All", "incidents").links()).isEmpty();
  }
}
