package dev.gramme.conformance.cases;

import dev.gramme.conformance.support.StoreServers;
import dev.gramme.model.Wording;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * All cases with the data in PostgreSQL. Every build runs the cases of operations with background
 * work.
 */
final class PostgresCasesTest extends StoreCasesContract {
  private static final List<String> IN_EVERY_BUILD =
      List.of(
          "backups.cases",
          "contributor-insights.cases",
          "exports.cases",
          "imports.cases",
          "indexes.cases",
          "tables.cases",
          "time-to-live.cases");

  @Override
  StoreServers store(Path folder) {
    return StoreServers.onPostgres(folder);
  }

  @Override
  @Tag("long")
  @TestFactory
  Stream<DynamicNode> all_answers_are_as_expected() throws Exception {
    return super.all_answers_are_as_expected();
  }

  @Tag("slow")
  @TestFactory
  Stream<DynamicNode> answers_of_operations_with_background_work_are_as_expected()
      throws Exception {
    return cases(Wording.CLASSIC, IN_EVERY_BUILD::contains);
  }
}
