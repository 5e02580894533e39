package dev.gramme.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Builds the packages for npm, installs them in an empty folder, and runs there the program in
 * {@code npm/try}: the start of a server from Node.js, and tests with Jest and Vitest. It runs when
 * {@link ArchiveTest} does.
 */
@Tag("long")
class NpmTest {
  @TempDir static Path folder;
  private static Path program = Path.of("");

  @BeforeAll
  static void install() throws Exception {
    Path built = Release.with("npm").folder();
    program = Files.createDirectory(folder.resolve("program"));
    try (var files = Files.list(Release.ROOT.resolve("npm/try"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(file, program.resolve(file.getFileName()));
      }
    }
    var command = new ArrayList<>(List.of("npm", "install", "--no-audit", "--no-fund"));
    command.add("--no-package-lock");
    try (var packages = Files.list(built)) {
      packages.map(Path::toString).filter(name -> name.endsWith(".tgz")).forEach(command::add);
    }
    assertThat(command).hasSize(7);
    run(program, command.toArray(String[]::new));
  }

  private static String run(Path directory, String... command)
      throws IOException, InterruptedException {
    var builder =
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().keySet().removeIf(name -> name.startsWith("AWS_"));
    var process = builder.start();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }

  @Test
  void the_packages_name_the_repository_of_their_sources() throws Exception {
    for (String name : List.of("gramme", "gramme-linux-x64")) {
      assertThat(program.resolve("node_modules").resolve(name).resolve("package.json"))
          .content()
          .contains("\"url\": \"git+https://" + Release.repository() + ".git\"");
    }
  }

  @Test
  void a_program_starts_servers_that_end_with_it() throws Exception {
    assertThat(run(program, "npm", "run", "start")).contains("# pass 10", "# fail 0");
  }

  @Test
  void tests_with_jest_find_the_server() throws Exception {
    assertThat(run(program, "npm", "run", "jest")).contains("Tests:       2 passed, 2 total");
  }

  @Test
  void tests_with_vitest_find_the_server() throws Exception {
    assertThat(run(program, "npm", "run", "vitest")).contains("Test Files  2 passed (2)");
  }

  @Test
  void a_client_of_the_model_context_protocol_finds_the_tools() throws Exception {
    assertThat(run(program, "npm", "run", "mcp")).contains("# pass 2", "# fail 0");
  }

  @Test
  void the_types_describe_the_package() throws Exception {
    run(program, "npm", "run", "types");
  }
}
