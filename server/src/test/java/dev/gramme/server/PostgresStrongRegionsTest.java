package dev.gramme.server;

import dev.gramme.storage.postgres.TestPostgres;
import java.util.List;
import org.junit.jupiter.api.Tag;

/** Strong consistency across regions whose data are in one database in PostgreSQL. */
@Tag("long")
final class PostgresStrongRegionsTest extends StrongRegionsContract {
  @Override
  List<String> store() {
    return List.of(
        "--store=postgres",
        "--postgres-url=" + TestPostgres.urlWithoutUser(),
        "--postgres-user=" + TestPostgres.USER,
        "--postgres-password=" + TestPostgres.passwordFile(folder),
        "--postgres-connections=4",
        "--data=" + folder.resolve("data"),
        "--postgres-schema=" + TestPostgres.options().schema());
  }
}
