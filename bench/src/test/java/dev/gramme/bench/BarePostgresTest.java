package dev.gramme.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.bench.PostgresBench.Pair;
import dev.gramme.server.Node;
import dev.gramme.server.settings.Settings;
import dev.gramme.testkit.Eventually;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares the statements without Gramme with those in PostgreSQL's log of a request to Gramme. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class BarePostgresTest {
  private static final int ITEMS = 100;
  private static final String OF_GRAMME = "gramme";
  private static final String BARE = "bare";

  /** Each line of the log begins with the name of the application and the number of the session. */
  private static final Pattern STATEMENT =
      Pattern.compile("(?m)^(\\S+) (\\d+)\\|LOG:  (?:execute \\S+|statement): (.*)$");

  private EmbeddedPostgres postgres;
  private Node server;
  private Loader loader;
  private BarePostgres bare;
  private Path log;

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    log = folder.resolve("postgres.log");
    var output = ProcessBuilder.Redirect.appendTo(log.toFile());
    postgres =
        EmbeddedPostgres.builder()
            .setDataDirectory(folder.resolve("postgres"))
            .setOutputRedirector(output)
            .setErrorRedirector(output)
            .setServerConfig("fsync", "off")
            .setServerConfig("listen_addresses", "127.0.0.1")
            .setServerConfig("log_statement", "all")
            .setServerConfig("log_line_prefix", "'%a %p|'")
            .setPGStartupWait(Duration.ofMinutes(2))
            .start();
    String address = "postgresql://127.0.0.1:%d/postgres".formatted(postgres.getPort());
    var password = Files.writeString(folder.resolve("password"), "any\n");
    server =
        Node.start(
            Settings.read(
                List.of(
                    "--port=0",
                    "--data=" + folder.resolve("gramme"),
                    "--store=postgres",
                    "--postgres-url=" + address,
                    "--postgres-user=postgres",
                    "--postgres-password=" + password),
                Map.of()));
    loader = new Loader(server.port(), Signer.FORMAL);
    loader.createTable();
    loader.fill(0, ITEMS);
    var login = new Properties();
    login.setProperty("user", "postgres");
    login.setProperty("prepareThreshold", "2");
    login.setProperty("ApplicationName", BARE);
    bare = new BarePostgres("jdbc:" + address, login, ITEMS);
  }

  @AfterAll
  void stop() throws IOException {
    server.close();
    postgres.close();
  }

  /** A statement of a session in the log, without the names of the table and of parameters. */
  private record Logged(String application, String session, String statement) {
    static Logged of(MatchResult found) {
      return new Logged(
          found.group(1),
          found.group(2),
          found
              .group(3)
              .replaceAll("\"gramme\"\\.rows|bare_rows", "TABLE")
              .replaceAll("\\$\\d+", "?"));
    }

    /** Not the check of an idle connection, nor that of the primary, both in the background. */
    boolean isOfRequest() {
      return !statement.isEmpty()
          && !statement.startsWith("SET ")
          && !statement.contains("pg_is_in_recovery");
    }
  }

  /** The statements of an application in the log from a position on. */
  private List<Logged> logged(String application, long from) throws IOException {
    String text = Files.readString(log).substring((int) from);
    return STATEMENT
        .matcher(text)
        .results()
        .map(Logged::of)
        .filter(one -> one.application.equals(application))
        .toList();
  }

  /** The statements with which the session of a statement began. */
  private List<String> settings(Logged statement) throws IOException {
    return logged(statement.application, 0).stream()
        .filter(one -> one.session.equals(statement.session) && one.statement.startsWith("SET "))
        .map(Logged::statement)
        .toList();
  }

  private List<Logged> ofRequest(Workload workload) throws Exception {
    long before = Files.size(log);
    var _ = loader.call(workload.operation(), workload.body(7, ITEMS));
    return logged(OF_GRAMME, before).stream().filter(Logged::isOfRequest).toList();
  }

  private static List<String> texts(List<Logged> statements) {
    return statements.stream().map(Logged::statement).toList();
  }

  static List<Pair> pairs() {
    return PostgresBench.PAIRS;
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void the_statements_are_those_of_a_request_to_gramme(Pair pair) throws Exception {
    long beforeBare = Files.size(log);
    assertThat(bare.run(pair.work(), 1, 1).perSecond()).isPositive();
    var statements = logged(BARE, beforeBare).stream().filter(Logged::isOfRequest).toList();

    // Background work of the server may add statements to those of a request.
    List<Logged> ofGramme =
        Eventually.get(
            "a request has the statements " + texts(statements),
            () -> ofRequest(pair.workload()),
            found ->
                !found.isEmpty()
                    && found.size() <= statements.size()
                    && texts(found).equals(texts(statements.subList(0, found.size()))));
    assertThat(settings(statements.getFirst()))
        .isNotEmpty()
        .isEqualTo(settings(ofGramme.getFirst()));
  }
}
