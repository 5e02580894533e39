package dev.gramme.conformance.documents;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The class path of the tests, with which the examples are compiled and executed, and its JVM. */
final class ClassPath {
  /** Surefire passes the class path in a manifest. */
  static final String TESTS =
      System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));

  static final String JAVA = Path.of(System.getProperty("java.home"), "bin", "java").toString();

  /** Options for processes that end soon. */
  static final List<String> OPTIONS =
      List.of(
          "-Xmx256m",
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow");

  private ClassPath() {}

  /** The command for a main class in a folder of classes. */
  static List<String> command(Path classes, String... mainAndArguments) {
    var command = new ArrayList<String>(List.of(JAVA));
    command.addAll(OPTIONS);
    command.addAll(List.of("-cp", classes + File.pathSeparator + TESTS));
    command.addAll(Arrays.asList(mainAndArguments));
    return command;
  }
}
