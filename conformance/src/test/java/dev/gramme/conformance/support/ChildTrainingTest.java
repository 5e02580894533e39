package dev.gramme.conformance.support;

import static dev.gramme.conformance.support.ChildTraining.CHILD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.server.Main;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Processes of tests start with the AOT cache. */
@Tag("slow")
final class ChildTrainingTest {
  @Test
  void a_process_can_use_the_cache() throws Exception {
    var command = CHILD.command(Main.class.getName(), "version");
    // With this mode, a JVM that cannot use its cache ends.
    command.add(1, "-XX:AOTMode=on");
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(command)
        .as("see target/child-jvm/training.log")
        .anyMatch(option -> option.startsWith("-XX:AOTCache="));
    assertThat(process.waitFor()).as(output).isZero();
    assertThat(output).startsWith("Gramme ");
  }
}
