package dev.gramme.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shell functions that compute the options of the JVM, run by the machine's sh. */
class LauncherTest {
  private static final Path LAUNCHER =
      Path.of("src", "main", "launcher", "launch.sh").toAbsolutePath();

  @TempDir Path folder;

  private List<String> sh(Map<String, String> environment, String script, String... arguments)
      throws Exception {
    var command = new ArrayList<>(List.of("/bin/sh", "-euc", ". \"$0\"; " + script));
    command.add(LAUNCHER.toString());
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().putAll(environment);
    var process = builder.start();
    var lines = process.inputReader(StandardCharsets.UTF_8).lines().toList();
    assertThat(process.waitFor()).as(String.join("\n", lines)).isZero();
    return lines;
  }

  private String heap(Map<String, String> environment, String... arguments) throws Exception {
    return sh(environment, "find_heap \"$@\"; echo \"$heap\"", arguments).getFirst();
  }

  @Test
  void the_heap_comes_from_the_flag_then_the_environment_then_the_file() throws Exception {
    Files.writeString(folder.resolve("gramme.conf"), "# memory\nport=1\n heap = 301\n");
    Files.writeString(folder.resolve("other.conf"), "heap=302");

    assertThat(heap(Map.of())).isEqualTo("301");
    assertThat(heap(Map.of("GRAMME_CONFIG", "other.conf"))).isEqualTo("302");
    assertThat(heap(Map.of(), "--config", "other.conf")).isEqualTo("302");
    assertThat(heap(Map.of(), "serve", "--config=other.conf")).isEqualTo("302");
    assertThat(heap(Map.of("GRAMME_HEAP", "303"))).isEqualTo("303");
    assertThat(heap(Map.of("GRAMME_HEAP", "303"), "--heap", "304")).isEqualTo("304");
    assertThat(heap(Map.of(), "--heap=305")).isEqualTo("305");
  }

  @Test
  void without_a_number_the_heap_is_an_eighth_of_the_memory() throws Exception {
    assertThat(Integer.parseInt(heap(Map.of()))).isBetween(256, 1024);
    assertThat(heap(Map.of(), "--heap", "auto")).isEqualTo(heap(Map.of()));
  }

  @Test
  void arguments_reach_the_server_unchanged() throws Exception {
    assertThat(
            sh(
                Map.of("GRAMME_JAVA_OPTS", "-Da=1 -Db=2"),
                "launch /bin/echo opts /nowhere/cache classes \"$@\"",
                "-Dhome=a b",
                "--",
                "serve",
                "--heap=3000",
                "--",
                "",
                "x y"))
        .containsExactly(
            "@opts -Xmx3000m -XX:+UseG1GC -Dhome=a b -Da=1 -Db=2 -cp classes"
                + " dev.gramme.server.Main serve --heap=3000 --  x y");
  }
}
