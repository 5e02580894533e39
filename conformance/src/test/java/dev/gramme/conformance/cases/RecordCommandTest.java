package dev.gramme.conformance.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.conformance.support.DynamoDbLocal;
import dev.gramme.conformance.support.RawClient;
import dev.gramme.conformance.support.TargetServer;
import dev.gramme.model.Wording;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./gramme record}, from its arguments to its files. */
@Tag("slow")
final class RecordCommandTest {
  private static final Path ROOT = Path.of("..");
  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-11-23T10:00:00Z"), ZoneOffset.UTC);
  private static final String CASES =
      """
      A table, an item and an error.

      # a table of its own
      CreateTable
      {"TableName":"${table}","AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],"KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],"BillingMode":"PAY_PER_REQUEST"}
      ----
      200

      # an item
      PutItem
      {"TableName":"${H}","Item":{"pk":{"S":"${key}"},"a":{"S":"${300*x}"}}}
      ----
      200
      {}

      GetItem
      {"TableName":"${H}","Key":{"pk":{"S":"${key}"}}}
      ----
      200
      {"Item":{"pk":{"S":"${key}"},"a":{"S":"${300*x}"}}}

      # no key
      GetItem
      {"TableName":"${H}","Key":{}}
      ----
      400 ValidationException: The number of conditions on the keys is invalid

      """;

  private final URI gramme = TargetServer.start(Wording.CURRENT, "us-east-1").uri();

  @TempDir Path folder;

  /** The output and the exit status of a run. */
  private record Outcome(int status, String out, String err) {}

  @Test
  void the_answers_of_dynamodb_local_are_recorded_and_compared() throws IOException {
    try (var local = DynamoDbLocal.start()) {
      var uri = local.uri();
      var outcome = record(uri, "--cases", cases(CASES).toString());
      assertThat(outcome.err()).isEmpty();
      assertThat(outcome.status()).isZero();
      var text = Files.readString(folder.resolve("out").resolve("some.cases"));
      assertThat(text)
          .startsWith(
              "Recorded from a server other than AWS in us-east-1 on 2026-11-23.\n\n# a table")
          .contains("{\"Item\":{\"a\":{\"S\":\"${300*x}\"},\"pk\":{\"S\":\"${key}\"}}}")
          .contains("\"TableName\":\"${table}\"")
          .contains("The number of conditions on the keys is invalid")
          .doesNotContain("gramme-record-");
      assertThat(tables(uri)).isEqualTo("{\"TableNames\":[]}");
      assertThat(compare("--endpoint", uri.toString()).out()).contains("differences: 0\n");
    }
  }

  @Test
  void gramme_gives_the_answers_that_were_recorded_from_it() {
    var recorded = record(gramme, "--only", "tables", "--cases", projectCases().toString());
    assertThat(recorded.err()).isEmpty();
    assertThat(recorded.status()).isZero();
    assertThat(tables(gramme)).isEqualTo("{\"TableNames\":[]}");
    assertThat(compare("--endpoint", gramme.toString()).out()).contains("differences: 0\n");
    var inProcess = compare();
    assertThat(inProcess.out()).contains("differences: 0\n");
    assertThat(inProcess.status()).isZero();
  }

  @Test
  void a_changed_answer_is_printed_and_reported() throws IOException {
    record(gramme, "--cases", cases(CASES).toString());
    var file = folder.resolve("out").resolve("some.cases");
    Files.writeString(
        file, Files.readString(file).replace("\"message\":\"", "\"message\":\"Odd: "));
    var report = folder.resolve("report.txt");
    var outcome = compare("--report", report.toString());
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.out())
        .contains("some.cases: no key, step 1: text of the error\n", "differences: 1\n");
    assertThat(Files.readString(report))
        .contains("theirs: 400 {", "\"message\":\"Odd: ", "ours:   400 {");
  }

  @Test
  void a_run_that_is_stopped_deletes_its_tables() throws IOException {
    var cases = cases(CASES.repeat(50).replace("A table, an item and an error.\n\n", ""));
    var stop = new Stop();
    var printed =
        new ByteArrayOutputStream() {
          @Override
          public synchronized void write(byte[] bytes, int offset, int length) {
            super.write(bytes, offset, length);
            if (toString(StandardCharsets.UTF_8).contains("cases done")) {
              stop.request();
            }
          }
        };
    var out = new PrintStream(printed, true, StandardCharsets.UTF_8);
    var outcome =
        run(
            stop,
            out,
            "--endpoint",
            gramme.toString(),
            "--out",
            folder + "/out",
            "--cases",
            cases.toString());
    assertThat(outcome.err()).isEqualTo("gramme record: stopped\n");
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(printed.toString(StandardCharsets.UTF_8)).doesNotContain("150 of 150 cases done");
    assertThat(tables(gramme)).isEqualTo("{\"TableNames\":[]}");
  }

  @Test
  void a_run_whose_cases_could_reach_existing_tables_is_refused() throws IOException {
    var server = TargetServer.start(Wording.CURRENT, "us-east-1").uri();
    new RawClient(server, "us-east-1")
        .call(
            "CreateTable",
            """
            {"TableName":"films","AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],
             "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],"BillingMode":"PAY_PER_REQUEST"}
            """);
    var cases =
        cases(
            "# a deletion\nDeleteTable\n{\"TableName\":\"films\"}\n----\n400 ResourceNotFoundException\n");
    var outcome = record(server, "--cases", cases.toString());
    assertThat(outcome.err()).startsWith("gramme record: a table named 'films' exists");
    assertThat(outcome.status()).isEqualTo(2);
    assertThat(tables(server)).contains("films");
  }

  @Test
  void the_cost_is_printed_and_checked_before_anything_is_sent() {
    var refused = run("--endpoint", "aws", "--max-cost", "0.001");
    assertThat(refused.out()).contains("cost: at most 0.");
    assertThat(refused.err())
        .isEqualTo(
            "gramme record: this may cost more than 0.001 USD; --max-cost allows more, --only runs less\n");
    assertThat(run("--endpoint", "aws", "--only", "get-item").err())
        .isEqualTo("gramme record: nothing was sent; --yes agrees to the cost\n");
  }

  @Test
  void a_wrong_argument_is_reported_in_one_line() throws IOException {
    assertMistake("unknown option: --fast", "--fast");
    assertMistake("--endpoint or --compare is needed");
    assertMistake("--region needs a value", "--endpoint", "aws", "--region");
    assertMistake("--report needs --compare", "--endpoint", "aws", "--report", "x");
    assertMistake(
        "--endpoint is aws or a URL such as http://127.0.0.1:8000, not: here",
        "--endpoint",
        "here");
    assertMistake(
        "--wording is current or classic, not: new", "--compare", "x", "--wording", "new");
    assertMistake(
        "no case files in " + folder,
        "--endpoint",
        gramme.toString(),
        "--cases",
        folder.toString());
    assertMistake("cannot read the folder /no/such/folder", "--compare", "/no/such/folder");
    assertMistake(
        "cannot reach http://127.0.0.1:1: java.net.ConnectException",
        "--endpoint",
        "http://127.0.0.1:1");
    assertMistake(
        cases(CASES).resolve("some.cases") + " is not a recording: its first line is not a header",
        "--compare",
        folder.resolve("cases").toString());
  }

  private static void assertMistake(String line, String... arguments) {
    var outcome = run(arguments);
    assertThat(outcome.err()).isEqualTo("gramme record: " + line + "\n");
    assertThat(outcome.status()).isEqualTo(2);
  }

  private Outcome record(URI uri, String... more) {
    var arguments =
        new ArrayList<>(List.of("--endpoint", uri.toString(), "--out", folder + "/out"));
    arguments.addAll(List.of(more));
    return run(arguments.toArray(String[]::new));
  }

  private Outcome compare(String... more) {
    var arguments = new ArrayList<>(List.of("--compare", folder + "/out"));
    arguments.addAll(List.of(more));
    return run(arguments.toArray(String[]::new));
  }

  private static Outcome run(String... arguments) {
    var printed = new ByteArrayOutputStream();
    var outcome =
        run(new Stop(), new PrintStream(printed, true, StandardCharsets.UTF_8), arguments);
    return new Outcome(outcome.status(), printed.toString(StandardCharsets.UTF_8), outcome.err());
  }

  private static Outcome run(Stop stop, PrintStream out, String... arguments) {
    var all = new ArrayList<>(List.of(ROOT.toString()));
    all.addAll(List.of(arguments));
    var err = new ByteArrayOutputStream();
    int status =
        RecordCommand.run(
            all, Map.of(), CLOCK, stop, out, new PrintStream(err, true, StandardCharsets.UTF_8));
    return new Outcome(status, "", err.toString(StandardCharsets.UTF_8));
  }

  private Path cases(String text) throws IOException {
    var cases = Files.createDirectories(folder.resolve("cases"));
    Files.writeString(cases.resolve("some.cases"), text);
    return cases;
  }

  private static Path projectCases() {
    return ROOT.resolve("conformance/src/test/resources/cases");
  }

  private static String tables(URI uri) {
    return new RawClient(uri, "us-east-1").call("ListTables", "{}").text();
  }
}
