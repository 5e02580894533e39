package dev.gramme.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ChildJvmTest {
  @TempDir Path folder;

  /** A training that does nothing. */
  public static final class Training {
    private Training() {}

    public static void main(String[] args) {}
  }

  @Test
  void processes_have_a_cache_and_jars_instead_of_folders() throws Exception {
    Path classes = Path.of("target", "test-classes").toAbsolutePath();
    var child = new ChildJvm(Training.class, classes.toString(), folder);

    assertThat(child.java()).anyMatch(option -> option.startsWith("-XX:AOTCache="));
    assertThat(child.classPath()).endsWith(".jar");
    assertThat(runs(child)).isTrue();
  }

  @Test
  void without_a_cache_processes_start_with_the_class_path_of_the_tests() throws Exception {
    Path broken = Files.writeString(folder.resolve("broken.jar"), "this is not a jar");
    Path classes = Path.of("target", "test-classes").toAbsolutePath();
    String classPath = classes + File.pathSeparator + broken;
    var child = new ChildJvm(Training.class, classPath, folder);

    assertThat(child.java()).noneMatch(option -> option.startsWith("-XX:AOTCache="));
    assertThat(child.classPath()).isEqualTo(classPath);
    assertThat(runs(child)).isTrue();
  }

  private boolean runs(ChildJvm child) throws Exception {
    var process =
        new ProcessBuilder(child.command(Training.class.getName()))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("output.log").toFile())
            .start();
    return process.waitFor() == 0;
  }
}
