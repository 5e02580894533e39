package dev.gramme.conformance.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.apps.browser.Browser;
import java.io.File;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java that the console writes for the toolkit compiles with its processor and runs. */
@Tag("slow")
class ConsoleToolkitCodeTest {
  private static final String CLASS_PATH =
      System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));

  @TempDir private Path folder;

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String text) {
      super(URI.create("string:///Example.java"), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  private static String code(Browser browser, URI view) {
    browser.open(URI.create("about:blank"));
    browser.open(view);
    browser.awaitElement("main .count");
    browser.click(".codeof summary");
    browser.click(".codeof [data-tab=toolkit]");
    return browser.text(".codeof pre");
  }

  /** Compiles the code with the toolkit's processor, runs it and returns what it prints. */
  private String run(String code, String name) throws Exception {
    Path classes = Files.createDirectories(folder.resolve(name));
    var problems = new DiagnosticCollector<JavaFileObject>();
    var options =
        List.of(
            "-d",
            classes.toString(),
            "-cp",
            CLASS_PATH,
            "-processor",
            "dev.gramme.toolkit.processor.ToolkitProcessor");
    boolean compiled =
        ToolProvider.getSystemJavaCompiler()
            .getTask(null, null, problems, options, null, List.of(new Source(code)))
            .call();
    assertThat(compiled).as("%s%n%s", problems.getDiagnostics(), code).isTrue();
    var command =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx128m",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            classes + File.pathSeparator + CLASS_PATH,
            "Example");
    command.environment().put("AWS_ACCESS_KEY_ID", "test");
    command.environment().put("AWS_SECRET_ACCESS_KEY", "test");
    var output = folder.resolve(name + ".txt").toFile();
    var process = command.redirectErrorStream(true).redirectOutput(output).start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    String printed = Files.readString(output.toPath(), StandardCharsets.UTF_8);
    assertThat(process.exitValue()).as(printed).isZero();
    return printed;
  }

  @Test
  void the_toolkits_code_of_a_request_compiles_and_reads_the_same_items() throws Exception {
    try (var server = new ConsoleServer();
        var browser = Browser.start()) {
      server.send(
          "CreateTable",
          """
          {"TableName":"shop-2026","BillingMode":"PAY_PER_REQUEST",
           "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},
             {"AttributeName":"n","KeyType":"RANGE"}],
           "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},
             {"AttributeName":"n","AttributeType":"N"},{"AttributeName":"order-state","AttributeType":"S"}],
           "GlobalSecondaryIndexes":[{"IndexName":"states",
             "KeySchema":[{"AttributeName":"order-state","KeyType":"HASH"},
               {"AttributeName":"n","KeyType":"RANGE"}],
             "Projection":{"ProjectionType":"ALL"}}]}
          """);
      for (int i = 0; i < 5; i++) {
        server.put(
            "shop-2026",
            """
            {"pk":{"S":"a"},"n":{"N":"%d"},"kind":{"S":"order"},"order-state":{"S":"OPEN"},
             "class":{"S":"c%d"},"tags":{"SS":["x"]},"lines":{"L":[{"N":"1"}]},"paid":{"BOOL":true},
             "address":{"M":{"zip":{"N":"1"},"city":{"S":"Bern"}}}}
            """
                .formatted(i, i % 2));
      }
      server.put(
          "shop-2026", "{\"pk\":{\"S\":\"a\"},\"n\":{\"N\":\"9\"},\"kind\":{\"S\":\"note\"}}");

      String query =
          code(
              browser,
              server.view(
                  "table/shop-2026",
                  "mode",
                  "query",
                  "pk",
                  "a",
                  "sk",
                  "1",
                  "op",
                  "between",
                  "to",
                  "9",
                  "f",
                  "[{\"n\":\"class\",\"o\":\"=\",\"t\":\"S\",\"v\":\"c1\"}]",
                  "desc",
                  "1"));
      assertThat(query).contains("record Order(", "type = \"order\"", "\"address\" needs a record");
      String printed = run(query, "query");
      assertThat(printed).containsSubsequence("Order[pk=a, n=3", "Order[pk=a, n=1");
      assertThat(printed).doesNotContain("n=2").contains("tags=[x]", "lines=Optional[[1]]");

      String index =
          code(
              browser,
              server.view(
                  "table/shop-2026",
                  "mode",
                  "query",
                  "index",
                  "states",
                  "pk",
                  "OPEN",
                  "sk",
                  "3",
                  "op",
                  ">="));
      printed = run(index, "index");
      assertThat(printed).containsSubsequence("n=3", "n=4").doesNotContain("n=2", "n=9");

      browser.click("[role=grid] .cell");
      browser.click("dialog .codeof summary");
      browser.click("dialog .codeof [data-tab=toolkit]");
      printed = run(browser.text("dialog .codeof pre"), "get");
      assertThat(printed).startsWith("Optional[Order[").contains("n=3");
      assertThat(browser.errors()).isEmpty();
    }
  }
}
