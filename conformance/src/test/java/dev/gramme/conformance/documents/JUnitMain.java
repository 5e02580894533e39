package dev.gramme.conformance.documents;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** Runs a test class of the documentation in a process of its own. */
final class JUnitMain {
  private JUnitMain() {}

  public static void main(String[] args) {
    var listener = new SummaryGeneratingListener();
    var request = LauncherDiscoveryRequestBuilder.request().selectors(selectClass(args[0])).build();
    LauncherFactory.create().execute(request, listener);
    var summary = listener.getSummary();
    summary.printFailuresTo(new PrintWriter(System.out, true, StandardCharsets.UTF_8));
    boolean passed =
        summary.getTestsSucceededCount() > 0
            && summary.getTestsSucceededCount() == summary.getTestsFoundCount();
    System.exit(passed ? 0 : 1);
  }
}
