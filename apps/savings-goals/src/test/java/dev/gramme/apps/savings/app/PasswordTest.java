package dev.gramme.apps.savings.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.apps.web.command.Settings;
import dev.gramme.testkit.Eventually;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The password of PostgreSQL stays out of the output and of the command lines of processes. */
@Tag("slow")
final class PasswordTest {
  private static final String PASSWORD = "s3cret";
  private static final String JDBC =
      "jdbc:postgresql://127.0.0.1:1/bank?user=app&password=" + PASSWORD;

  @TempDir private Path folder;
  private Settings settings;
  private Backends backends;

  @BeforeEach
  void read() throws Exception {
    settings =
        Settings.read(
            Main.SERVE,
            Main.PREFIX,
            Map.of(),
            "--data=" + folder,
            "--dynamodb=http://127.0.0.1:1",
            "--kafka=127.0.0.1:1",
            "--jdbc=" + JDBC);
    backends = Backends.given(settings);
  }

  @AfterEach
  void close() {
    backends.close();
  }

  @Test
  void the_addresses_at_the_start_have_no_password() {
    assertThat(Main.addresses(8080, backends))
        .contains("http://127.0.0.1:8080/", "rules     jdbc:postgresql://127.0.0.1:1/bank\n")
        .doesNotContain(PASSWORD);
  }

  @Test
  void the_consumer_gets_the_address_but_not_on_its_command_line() throws Exception {
    try (var consumer = ConsumerProcess.start(settings, backends)) {
      String _ =
          Eventually.get(
              "the consumer has read its settings",
              () -> Files.readString(consumer.log()),
              log -> log.contains("consuming"));
      assertThat(commandLine(consumer.process()))
          .contains(" consumer ", "--kafka 127.0.0.1:1")
          .doesNotContain(PASSWORD);
    }
  }

  /** The whole command line as every user of the machine sees it. */
  private static String commandLine(ProcessHandle process) throws IOException {
    var ps = new ProcessBuilder("ps", "-ww", "-o", "args=", "-p", "" + process.pid()).start();
    return new String(ps.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  @Test
  void the_batch_gets_the_address_but_not_on_its_command_line() {
    assertThat(BatchProcess.of(settings, backends).arguments("classes", "nightly", 17))
        .contains("nightly", "17")
        .noneMatch(argument -> argument.contains(PASSWORD));
  }
}
