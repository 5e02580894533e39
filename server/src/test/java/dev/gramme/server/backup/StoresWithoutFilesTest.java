package dev.gramme.server.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.server.settings.Settings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands and settings for the files of databases are refused if the data is elsewhere. */
final class StoresWithoutFilesTest {
  private static final String IN_MEMORY = "--in-memory";
  private static final String POSTGRES =
      "--store=postgres --postgres-url=postgresql://127.0.0.1/gramme";
  private static final String CASSANDRA = "--store=cassandra --contact-points=127.0.0.1:9042";

  private static List<String> flags(String store, String... more) {
    var flags = new ArrayList<>(List.of(store.split(" ")));
    flags.addAll(List.of(more));
    return flags;
  }

  private interface Command {
    int run(PrintStream stream);
  }

  /** The output of a command that is refused. */
  private static String refused(Command command) {
    var output = new ByteArrayOutputStream();
    assertThat(command.run(new PrintStream(output, true, StandardCharsets.UTF_8))).isEqualTo(2);
    return output.toString(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @CsvSource({
    IN_MEMORY + ", the data is in memory",
    POSTGRES + ", back it up with PostgreSQL's own tools",
    CASSANDRA + ", back it up with Cassandra's own tools"
  })
  void a_backup_is_refused(String store, String reason, @TempDir Path folder) throws IOException {
    var flags = flags(store, "--to=" + folder.resolve("backup"));
    assertThat(refused(out -> BackupCommand.run(flags, Map.of(), "1.2.3", out, out)))
        .contains(reason);
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {IN_MEMORY, POSTGRES, CASSANDRA})
  void a_check_is_refused(String store) {
    assertThat(refused(out -> CheckCommand.run(flags(store), Map.of(), out, out)))
        .contains("only databases in a data folder can be checked");
  }

  @ParameterizedTest
  @ValueSource(strings = {IN_MEMORY, POSTGRES, CASSANDRA})
  void an_archive_is_refused(String store, @TempDir Path folder) {
    var flags = flags(store, "--archive=" + folder);
    assertThatThrownBy(() -> Settings.read(flags, Map.of()))
        .hasMessage("archive needs a database on disk: only its files are archived");
  }
}
