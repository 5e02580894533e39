package dev.gramme.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.ClassNameFilter.excludeClassNamePatterns;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectPackage;
import static org.junit.platform.launcher.TagFilter.excludeTags;

import dev.gramme.storage.faulty.TestStores;
import dev.gramme.testkit.Gen;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.discovery.ClassNameFilter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/**
 * Runs the tests of the engine on stores that delay the responses of transactions, run their
 * functions twice, and fail some calls. Every build runs a twelfth of the quick test classes,
 * chosen by the seed; the long test runs all, with the slow ones.
 */
@Tag("slow")
final class RoughStoresTest {
  @Test
  void a_twelfth_of_the_quick_tests_passes_on_a_rough_store() {
    Gen.forAll(1, gen -> run(gen, 12, "long", "slow"));
  }

  @Tag("long")
  @Test
  void all_tests_pass_on_many_rough_stores() {
    Gen.forAll(20, gen -> run(gen, 1, "long"));
  }

  /** Runs one of so many parts of the test classes. */
  private static void run(Gen gen, int parts, String... excludedTags) {
    int part = gen.between(0, parts - 1);
    ClassNameFilter chosen =
        name -> FilterResult.includedIf(Math.floorMod(name.hashCode(), parts) == part);
    var tests =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(selectPackage(RoughStoresTest.class.getPackageName()))
            .filters(
                // RecallTest measures graphs, independent of the store.
                excludeClassNamePatterns(".*\\.RoughStoresTest", ".*\\.RecallTest"),
                chosen,
                excludeTags(excludedTags))
            // Sequentially, so that the seed determines the stores.
            .configurationParameter("junit.jupiter.execution.parallel.enabled", "false")
            .build();
    var results = new SummaryGeneratingListener();
    int stores =
        TestStores.rough(gen.seed(), () -> LauncherFactory.create().execute(tests, results));
    var summary = results.getSummary();
    var failures = new StringWriter();
    summary.printFailuresTo(new PrintWriter(failures), 20);
    assertThat(summary.getTotalFailureCount()).as(failures.toString()).isZero();
    // A part may open few stores: one opens four.
    int least = parts == 1 ? 50 : 1;
    assertThat(stores).isGreaterThanOrEqualTo(least);
    assertThat(summary.getTestsSucceededCount()).isGreaterThanOrEqualTo(least);
  }
}
