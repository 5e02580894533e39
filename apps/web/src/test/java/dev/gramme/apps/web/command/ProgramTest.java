package dev.gramme.apps.web.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.apps.web.JsonServer;
import dev.gramme.apps.web.database.Database;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the output of programs for valid and invalid starts. */
@Tag("slow")
class ProgramTest {
  private static final Setting SEED = Setting.whole("seed", 1, 0, 9, "of chance");
  private static final List<Setting> SERVE =
      List.of(
          Setting.port(8080, "of the page"),
          Database.option(),
          Setting.path("data", "FOLDER", "./data", "of the database"),
          Setting.share("filled", "0.5", "how much"),
          Setting.text("secret", "TEXT", "", "what is signed with"),
          SEED);
  private static final List<Setting> LOAD =
      List.of(Setting.url("app", List.of(), "http://127.0.0.1:8080", "the application"), SEED);

  @TempDir Path folder;

  private final List<String> ran = new ArrayList<>();

  private record Outcome(int status, String out, String err) {}

  private Outcome run(Map<String, String> environment, String... arguments) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    int status =
        new Program("shop", "A shop.", "SHOP")
            .command("serve", "all of it", SERVE, this::serve)
            .command("load", "customers", LOAD, settings -> ran.add(settings.text("app")))
            .run(
                environment,
                new PrintStream(out, false, StandardCharsets.UTF_8),
                new PrintStream(err, false, StandardCharsets.UTF_8),
                arguments);
    return new Outcome(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private void serve(Settings settings) throws IOException {
    try (var http = new JsonServer(settings.number("port"));
        var database = Database.open(settings.text("dynamodb"), settings.path("data"))) {
      ran.add(http.port() > 0 ? database.name() : "");
    }
  }

  @Test
  void a_command_may_begin_with_dashes() {
    run(Map.of(), "--load", "--app", "http://127.0.0.1:1");
    assertThat(ran).containsExactly("http://127.0.0.1:1");
  }

  @Test
  void the_help_lists_commands_and_settings_with_their_defaults() {
    assertThat(run(Map.of(), "help"))
        .isEqualTo(
            new Outcome(
                0,
                """
                A shop.

                ./gramme app shop [serve]   all of it
                    --port NUMBER                    of the page (8080)
                    --dynamodb disk|memory|aws|URL   the database: Gramme in this process (disk, memory), DynamoDB (aws), or a server at a URL (disk)
                    --data FOLDER                    of the database (./data)
                    --filled SHARE                   how much (0.5)
                    --secret TEXT                    what is signed with
                    --seed NUMBER                    of chance (1)

                ./gramme app shop load   customers
                    --app URL                        the application (http://127.0.0.1:8080)
                    see above: --seed

                Each setting can also be an environment variable: SHOP_PORT for --port.
                """,
                ""))
        .isEqualTo(run(Map.of(), "--help"))
        .isEqualTo(run(Map.of(), "load", "--seed", "3", "--help"));
    assertThat(ran).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --port abc               | --port abc is not a whole number from 0 to 65535
          --port=70000             | --port 70000 is not a whole number from 0 to 65535
          --port                   | --port needs a value: NUMBER
          --prot 80                | unknown setting --prot
          port 80                  | unknown command "port"
          serve port               | unexpected "port"
          load --port 80           | unknown setting --port
          --filled 1.5             | --filled 1.5 is not a number from 0 to 1
          --filled NaN             | --filled NaN is not a number from 0 to 1
          --dynamodb 127.0.0.1     | --dynamodb 127.0.0.1 is not disk, memory, aws or a URL such as http://127.0.0.1:8000
          load --app disk          | --app disk is not a URL such as http://127.0.0.1:8000
          """)
  void invalid_arguments_give_one_line_and_status_2(String arguments, String line) {
    assertThat(run(Map.of(), arguments.split(" ")))
        .isEqualTo(new Outcome(2, "", "shop: " + line + " (./gramme app shop help)\n"));
    assertThat(ran).isEmpty();
  }

  @Test
  void the_command_line_overrides_the_environment() {
    var environment = Map.of("SHOP_APP", "http://127.0.0.1:1", "SHOP_PORT", "of something else");
    assertThat(run(environment, "load").status()).isZero();
    assertThat(run(environment, "load", "--app=http://127.0.0.1:2").status()).isZero();
    assertThat(ran).containsExactly("http://127.0.0.1:1", "http://127.0.0.1:2");
    assertThat(run(environment).err())
        .startsWith("shop: SHOP_PORT=of something else is not a whole number");
  }

  @Test
  void a_port_in_use_gives_one_line_and_status_1() throws IOException {
    try (var other = new JsonServer(0)) {
      assertThat(run(Map.of(), "--port", "" + other.port()))
          .isEqualTo(
              new Outcome(
                  1,
                  "",
                  "shop: port %d is in use; choose another with --port, or 0 for any free port\n"
                      .formatted(other.port())));
    }
    assertThat(ran).isEmpty();
  }

  @Test
  void an_unusable_database_gives_one_line_and_status_1() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    var onFile = run(Map.of(), "--port", "0", "--data", file.toString());
    assertThat(onFile.status()).isEqualTo(1);
    assertThat(onFile.err()).startsWith("shop: ").contains(file.toString()).hasLineCount(1);
    var noServer = run(Map.of(), "--port", "0", "--dynamodb", "http://127.0.0.1:1");
    assertThat(noServer.status()).isEqualTo(1);
    assertThat(noServer.err()).startsWith("shop: --dynamodb http://127.0.0.1:1: ").hasLineCount(1);
    assertThat(run(Map.of(), "--port", "0", "--dynamodb", "memory").status()).isZero();
    assertThat(ran).containsExactly("Gramme in process, in memory");
  }
}
