package dev.gramme.storage.postgres;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.storage.StorageException;
import java.sql.DriverManager;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The format of a schema. */
@Tag("slow")
final class SchemaTest {
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
