package dev.gramme.server;

import dev.gramme.storage.postgres.TestPostgres;
import java.util.List;
import org.junit.jupiter.api.Tag;

/** Servers with two regions on one database in PostgreSQL. */
@Tag("slow")
final class SharedPostgresRegionsTest extends SharedRegionsContract {
  private final String schema = TestPostgres.options().schema();
  private final String otherSchema = TestPostgres.options().schema();

  @Override
  List<String> store() {
    return settings(schema);
  }

  @Override
  List<String> otherStore() {
    return settings(otherSchema);
  }

  private List<String> settings(String name) {
    return List.of(
        "--store=postgres",
        "--postgres-url=" + TestPostgres.urlWithoutUser(),
        "--postgres-user=" + TestPostgres.USER,
        "--postgres-password=" + TestPostgres.passwordFile(folder),
        "--postgres-connections=4",
        "--postgres-schema=" + name);
  }
}
