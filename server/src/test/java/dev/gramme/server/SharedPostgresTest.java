package dev.gramme.server;

import dev.gramme.storage.postgres.TestPostgres;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;

/** Two servers on one database in PostgreSQL. */
@Tag("slow")
final class SharedPostgresTest extends SharedStoreContract {
  @Override
  List<String> startStore(Path folder) {
    return List.of(
        "--store=postgres",
        "--postgres-url=" + TestPostgres.urlWithoutUser(),
        "--postgres-user=" + TestPostgres.USER,
        "--postgres-password=" + TestPostgres.passwordFile(folder),
        "--postgres-schema=" + TestPostgres.options().schema());
  }

  @Override
  List<String> emptyStore(Path folder) {
    return startStore(folder);
  }

  /** The server of all tests ends with their process. */
  @Override
  void stopStore() {}
}
