package dev.gramme.conformance.cases;

import dev.gramme.conformance.support.Endpoint;
import dev.gramme.conformance.support.StoreServers;
import dev.gramme.model.Wording;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * The cases of all files have the expected answers on a server with one store. {@link CasesTest}
 * runs them in memory. The wording is the current one, because it has the most files.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class StoreCasesContract {
  private final List<CaseTables> opened = new ArrayList<>();
  private StoreServers servers;

  /**
   * Starts the store.
   *
   * @param folder an empty folder
   */
  abstract StoreServers store(Path folder) throws Exception;

  @BeforeAll
  void start_the_store(@TempDir Path folder) throws Exception {
    servers = store(folder);
  }

  @AfterAll
  void delete_the_tables_and_stop_the_store() {
    opened.forEach(CaseTables::close);
    servers.close();
  }

  @TestFactory
  Stream<DynamicNode> all_answers_are_as_expected() throws Exception {
    return cases(Wording.CURRENT, file -> true);
  }

  /** The cases of the files whose names fulfil a condition, on a new server. */
  Stream<DynamicNode> cases(Wording wording, Predicate<String> condition) throws Exception {
    var files =
        CasesTest.files(wording).stream()
            .filter(file -> condition.test(file.getFileName().toString()))
            .toList();
    var server = servers.start("--wording=" + wording.name().toLowerCase(Locale.ROOT));
    var uri = URI.create("http://127.0.0.1:" + server.port());
    return CasesTest.containers(Endpoint.at(uri, wording), files, opened);
  }
}
