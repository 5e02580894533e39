package dev.gramme.server.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.engine.catalog.StateDelays;
import dev.gramme.server.web.AllowedOrigins;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DynamoDbLocalOptionsTest {

  private static Settings settings(String line) throws SettingsException {
    List<String> args = List.of(line.split(" "));
    assertThat(DynamoDbLocalOptions.isOne(args)).isTrue();
    return Settings.read(DynamoDbLocalOptions.translate(args), Map.of());
  }

  @Test
  void the_command_of_the_image_of_dynamodb_local_has_the_same_meaning() throws Exception {
    var settings = settings("-jar DynamoDBLocal.jar -inMemory");

    assertThat(settings.inMemory()).isTrue();
    assertThat(settings.port()).isEqualTo(8000);
    assertThat(settings.sharing()).isEqualTo(DatabaseSharing.KEY);
  }

  @Test
  void all_options_of_dynamodb_local_are_understood() throws Exception {
    var settings =
        settings(
            "-Djava.library.path=./DynamoDBLocal_lib -Xmx512m -jar DynamoDBLocal.jar -sharedDb"
                + " -dbPath /tmp/tables -port 8123 -cors * -delayTransientStatuses"
                + " -optimizeDbBeforeStartup -disableTelemetry");

    assertThat(settings.sharing()).isEqualTo(DatabaseSharing.ALL);
    assertThat(settings.data()).isEqualTo(Path.of("/tmp/tables"));
    assertThat(settings.port()).isEqualTo(8123);
    assertThat(settings.origins().any()).isTrue();
    assertThat(settings.controlPlane().delays()).isEqualTo(StateDelays.SERVICE);
  }

  @Test
  void settings_of_gramme_may_be_added() throws Exception {
    assertThat(settings("-inMemory --port 1 --databases region").sharing())
        .isEqualTo(DatabaseSharing.REGION);
  }

  @Test
  void pages_of_all_origins_are_let_in_as_by_dynamodb_local_unless_a_setting_restricts_them(
      @TempDir Path folder) throws Exception {
    List<String> flags = DynamoDbLocalOptions.translate(List.of("-inMemory"));
    Path file = Files.writeString(folder.resolve("settings"), "cors = http://localhost:1");
    var inFile = DynamoDbLocalOptions.translate(List.of("-inMemory", "--config", file.toString()));

    assertThat(settings("-inMemory").origins().any()).isTrue();
    assertThat(settings("-inMemory -cors http://localhost:1").origins().any()).isFalse();
    assertThat(settings("-inMemory --cors none").origins()).isEqualTo(AllowedOrigins.NONE);
    assertThat(Settings.read(flags, Map.of("GRAMME_CORS", "none")).origins())
        .isEqualTo(AllowedOrigins.NONE);
    assertThat(Settings.read(inFile, Map.of()).origins().any()).isFalse();
    assertThat(Settings.read(List.of("--in-memory"), Map.of()).origins())
        .isEqualTo(AllowedOrigins.NONE);
  }

  @Test
  void the_mark_of_the_defaults_is_no_option() {
    assertThatThrownBy(() -> DynamoDbLocalOptions.translate(List.of(DynamoDbLocalOptions.MARK)))
        .hasMessageStartingWith("unknown option " + DynamoDbLocalOptions.MARK);
  }

  @Test
  void the_option_for_the_version_becomes_that_of_gramme() throws Exception {
    assertThat(DynamoDbLocalOptions.translate(List.of("-version"))).contains("--version");
  }

  @Test
  void the_option_for_help_becomes_that_of_gramme() throws Exception {
    assertThat(DynamoDbLocalOptions.translate(List.of("-help"))).contains("--help");
  }

  @Test
  void a_command_line_of_gramme_is_not_taken_for_one_of_dynamodb_local() {
    assertThat(DynamoDbLocalOptions.isOne(List.of())).isFalse();
    assertThat(DynamoDbLocalOptions.isOne(List.of("--port", "1", "--in-memory"))).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          -nonsense            | unknown option -nonsense
          -inMemory -dbPath x  | -inMemory and -dbPath exclude each other
          -port                | -port needs a port
          -dbPath              | -dbPath needs a folder
          """)
  void a_wrong_option_is_reported(String line, String message) {
    assertThatThrownBy(() -> DynamoDbLocalOptions.translate(List.of(line.split(" "))))
        .isInstanceOf(SettingsException.class)
        .hasMessageStartingWith(message);
  }
}
