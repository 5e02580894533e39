package dev.gramme.embedded.versions;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/**
 * Runs the tests of a class with the version of JUnit on the class path, in a process of its own.
 * Prints the version, the number of tests that succeeded, and the failures.
 */
public final class RunWithJUnit {
  private RunWithJUnit() {}

  /** Runs the tests of the class with the name that is the first argument. */
  public static void main(String[] arguments) {
    var listener = new SummaryGeneratingListener();
    var request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(DiscoverySelectors.selectClass(arguments[0]))
            .build();
    LauncherFactory.create().execute(request, listener);
    var out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    out.println(Test.class.getProtectionDomain().getCodeSource().getLocation().getPath());
    out.println(listener.getSummary().getTestsSucceededCount() + " succeeded");
    listener.getSummary().printFailuresTo(out);
  }
}
