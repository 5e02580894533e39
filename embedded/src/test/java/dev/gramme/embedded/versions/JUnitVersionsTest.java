package dev.gramme.embedded.versions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.embedded.GrammeExtensionTest;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
final class JUnitVersionsTest {
  @Test
  void the_extension_works_with_the_oldest_version_of_junit() throws Exception {
    runWith("5.13");
  }

  @Test
  @Tag("long")
  void the_extension_works_with_a_later_version_of_junit() throws Exception {
    runWith("5.14");
  }

  private static void runWith(String version) throws IOException, InterruptedException {
    String printed = run(classPath(version));
    assertThat(printed)
        .contains("junit-jupiter-api-" + version + ".", "46 succeeded")
        .doesNotContain("Failures");
  }

  /** The class path of this test with another version of JUnit. */
  private static String classPath(String version) throws IOException {
    try (Stream<Path> jars = Files.list(Path.of("target", "junit-" + version))) {
      Stream<String> older = jars.map(Path::toString);
      Stream<String> others =
          Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
              .filter(entry -> !Path.of(entry).getFileName().toString().startsWith("junit-"));
      return Stream.concat(older, others).collect(Collectors.joining(File.pathSeparator));
    }
  }

  private static String run(String classPath) throws IOException, InterruptedException {
    return ChildJvm.run(
        classPath, RunWithJUnit.class.getName(), GrammeExtensionTest.class.getName());
  }
}
