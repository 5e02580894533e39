package dev.gramme.testcontainers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.dockerjava.api.command.InspectContainerResponse;
import dev.gramme.embedded.Endpoint;
import dev.gramme.embedded.Gramme;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.testcontainers.containers.ContainerLaunchException;
import org.testcontainers.containers.wait.strategy.WaitStrategyTarget;
import org.testcontainers.utility.DockerImageName;

/**
 * What can be tested without a container engine: the configuration, the wait strategy with a real
 * endpoint, and the script of a container that starts from a backup, in a shell.
 */
final class GrammeContainerTest {

  /** A container with its configuration, as it is when the engine creates it. */
  private static GrammeContainer configured(GrammeContainer container) {
    container.configure();
    return container;
  }

  @Test
  void a_container_has_its_data_in_memory_and_the_options_of_the_server() {
    var container =
        configured(new GrammeContainer("gramme:1").withServerOptions("--like-aws", "--region=a"));
    assertThat(container.getExposedPorts()).containsExactly(8000);
    assertThat(container.getEnvMap()).containsEntry("GRAMME_IN_MEMORY", "true");
    assertThat(container.getCommandParts()).containsExactly("--like-aws", "--region=a");
  }

  @Test
  void the_image_may_be_in_any_registry() {
    for (String name :
        List.of(
            "gramme", "gramme:1", "ghcr.io/owner/gramme:1", "registry.invalid:5000/a/b/gramme")) {
      assertThat(new GrammeContainer(name).getExposedPorts()).containsExactly(8000);
    }
    assertThatThrownBy(() -> new GrammeContainer("owner/telegramme:1"))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void an_image_of_another_name_must_be_a_declared_substitute() {
    assertThatThrownBy(() -> new GrammeContainer("postgres:18"))
        .isInstanceOf(IllegalStateException.class);
    var image = DockerImageName.parse("registry.invalid/db:1").asCompatibleSubstituteFor("gramme");
    assertThat(new GrammeContainer(image).getExposedPorts()).containsExactly(8000);
  }

  @Test
  void a_folder_of_backups_must_exist(@TempDir Path folder) {
    var container = new GrammeContainer("gramme:1");
    assertThatThrownBy(() -> container.withBackup(folder.resolve("missing")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("missing");
  }

  @Test
  void a_backup_is_restored_once_and_then_served(@TempDir Path folder) throws Exception {
    var container =
        configured(new GrammeContainer("gramme:1").withBackup(folder).withServerOptions("-x=a b"));
    assertThat(container.getEnvMap()).doesNotContainKey("GRAMME_IN_MEMORY");
    assertThat(run(container.getCommandParts(), folder))
        .isEqualTo(
            """
            [restore] [--from] [/tmp/gramme-backup] [--data] [/data/restored]
            [serve] [--data] [/data/restored] [-x=a b]
            """);
  }

  /** Runs the command in a shell, with a program "gramme" that prints its arguments. */
  private static String run(String[] command, Path folder) throws Exception {
    Path program = folder.resolve("gramme");
    Files.writeString(
        program, "#!/bin/sh\nprintf '[%s]' \"$1\"; shift\nprintf ' [%s]' \"$@\"\necho\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
    var words = new java.util.ArrayList<>(List.of("/bin/sh", "-c"));
    words.addAll(List.of(command));
    var builder = new ProcessBuilder(words).redirectErrorStream(true);
    builder.environment().merge("PATH", folder + ":", (path, first) -> first + path);
    Process process = builder.start();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    return output;
  }

  @Test
  void the_container_has_started_when_the_server_is_healthy() {
    try (var gramme = Gramme.inMemory();
        var endpoint = gramme.listen()) {
      GrammeContainer.healthy()
          .withStartupTimeout(Duration.ofSeconds(20))
          .waitUntilReady(new Started(endpoint.port()));
    }
  }

  @Test
  void a_container_without_a_healthy_server_does_not_start() throws IOException {
    int unused;
    try (var gramme = Gramme.inMemory();
        Endpoint endpoint = gramme.listen()) {
      unused = endpoint.port();
    }
    var target = new Started(unused);
    var strategy = GrammeContainer.healthy().withStartupTimeout(Duration.ofSeconds(1));
    assertThatThrownBy(() -> strategy.waitUntilReady(target))
        .isInstanceOf(ContainerLaunchException.class)
        .hasMessageContaining("/health");
  }

  /** A started container, whose port is one of this machine. */
  private record Started(int port) implements WaitStrategyTarget {
    @Override
    public List<Integer> getExposedPorts() {
      return List.of(GrammeContainer.PORT);
    }

    @Override
    public String getHost() {
      return "127.0.0.1";
    }

    @Override
    public Integer getMappedPort(int originalPort) {
      return originalPort == GrammeContainer.PORT ? port : -1;
    }

    @Override
    public InspectContainerResponse getContainerInfo() {
      return new InspectContainerResponse();
    }

    @Override
    public String getContainerId() {
      return "started";
    }
  }
}
