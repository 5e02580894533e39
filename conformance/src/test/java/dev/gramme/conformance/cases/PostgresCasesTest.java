package dev.gramme.conformance.cases;

import dev.gramme.conformance.support.Endpoint;
import dev.gramme.conformance.support.TargetServer;
import dev.gramme.model.Wording;
import dev.gramme.storage.postgres.PostgresStore;
import dev.gramme.storage.postgres.TestPostgres;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/** The cases of operations with background work, on a store that several servers share. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class PostgresCasesTest {
  private static final List<String> FILES =
      List.of(
          "backups.cases",
          "contributor-insights.cases",
          "exports.cases",
          "imports.cases",
          "indexes.cases",
          "tables.cases",
          "time-to-live.cases");

  private final List<CaseTables> opened = new ArrayList<>();
  private @Nullable TargetServer server;

  @TestFactory
  Stream<DynamicNode> answers_are_as_expected_with_data_in_postgres() throws IOException {
    var store = PostgresStore.open(TestPostgres.options());
    server = TargetServer.start(Wording.CLASSIC, "us-east-1", store);
    var endpoint = Endpoint.at(server.uri());
    var files =
        CasesTest.files(Wording.CLASSIC).stream()
            .filter(file -> FILES.contains(file.getFileName().toString()))
            .toList();
    return CasesTest.containers(endpoint, files, opened);
  }

  @AfterAll
  void delete_the_tables_and_close_the_server() {
    opened.forEach(CaseTables::close);
    if (server != null) {
      server.close();
    }
  }
}
