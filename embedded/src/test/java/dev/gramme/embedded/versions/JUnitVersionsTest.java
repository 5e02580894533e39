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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
final class JUnitVersionsTest {
  @ParameterizedTest
  @ValueSource(strings = {"5.13", "5.14"})
  void the_extension_works_with_older_versions_of_junit(String version) throws Exception {
    String printed = run(classPath(version));
    assertThat(printed)
        .contains("junit-jupiter-api-" + version + ".", "42 succeeded")
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
