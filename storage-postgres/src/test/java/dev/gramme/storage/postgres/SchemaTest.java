package dev.gramme.storage.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.storage.StorageException;
import java.sql.DriverManager;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The name and the format of a schema. */
@Tag("slow")
final class SchemaTest {
  @Test
  void the_name_of_a_schema_may_be_a_reserved_word() {
    try (var store = PostgresStore.open(TestPostgres.options().withSchema("user"))) {
      boolean isWritten =
          store
              .transact(t -> {
                t.put(new byte[] {1}, new byte[] {2});
                return true;
              })
              .join();
      assertThat(isWritten).isTrue();
      assertThat(store.get(new byte[] {1})).containsExactly(2);
    }
  }

  @Test
  void a_name_that_postgres_reserves_for_its_own_schemas_is_refused() {
    assertThatThrownBy(() -> TestPostgres.options().withSchema("pg_x"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not with pg_");
  }

  @Test
  void a_schema_of_another_format_is_refused() throws Exception {
    var options = TestPostgres.options();
    PostgresStore.open(options).close();
    try (var connection = DriverManager.getConnection(options.url());
        var statement = connection.createStatement()) {
      statement.execute("UPDATE " + options.schema() + ".format SET number = 2");
    }
    assertThatThrownBy(() -> PostgresStore.open(options))
        .isInstanceOf(StorageException.class)
        .hasMessage(
            "The schema %s has format 2; this version of Gramme reads format 1."
                .formatted(options.schema()));
  }
}
