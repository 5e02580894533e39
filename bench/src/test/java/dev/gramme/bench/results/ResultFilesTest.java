package dev.gramme.bench.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

/** The page and the plots, drawn from small data. */
final class ResultFilesTest {
  private static final Run RUN =
      new Run("2026-11-23T10:00:00Z", "./gramme bench", "2 processors", "25", "1 item.");

  @TempDir private Path folder;
  private ResultFiles files;

  @BeforeEach
  void open() {
    files = new ResultFiles(folder);
  }

  @Test
  void the_page_says_how_to_measure_before_there_are_measurements() throws Exception {
    files.draw();
    assertThat(page()).contains("`./gramme bench --results` makes them");
    assertThat(folder.resolve("images")).doesNotExist();
  }

  @Test
  void the_page_has_the_run_the_targets_and_a_table_for_each_operation() throws Exception {
    files.write(comparison());
    files.draw();
    assertThat(page())
        .contains("`./gramme bench`, 2026-11-23T10:00:00Z, 2 processors, Java 25. 1 item.")
        .contains(
            "| GetItem at least 4 times the better of DynamoDB Local and dynalite | 8.0 times | yes |")
        .contains("#### GetItem")
        .contains("| Gramme | 500 | 40,000 |  | 0.30 | 0.40 | 2.00 | 3.00 | 21 | 3 |")
        .contains("| A & <B> |  | 5,000 |  |")
        .contains("| Gramme | 300, 200, 250 | 90 | 300 |")
        .contains("| writes | 1,000 | 0.300 | 2.000 |");
  }

  @Test
  void requests_formatted_when_they_are_sent_have_a_section_of_their_own() throws Exception {
    files.write(comparison());
    files.writeFresh(comparison());
    files.draw();
    var page = page();
    var fresh = page.substring(page.indexOf("## With requests that are formatted"));
    assertThat(fresh)
        .contains(
            "| GetItem at least 4 times the better of DynamoDB Local and dynalite | 8.0 times | yes |")
        .contains("\n### By operation, with formatted requests\n\n#### GetItem\n")
        .contains("| Gramme | 500 | 40,000 |  | 0.30 | 0.40 | 2.00 | 3.00 | 21 | 3 |")
        .doesNotContain("not measured");
    for (var name : List.of("throughput", "latency", "processor-time", "over-time")) {
      assertThat(fresh).contains("(images/fresh-" + name + ".svg)");
      assertThat(texts(svg("fresh-" + name)))
          .contains("GetItem", "Gramme", "A & <B>")
          .anyMatch(text -> text.endsWith(", 16 connections, formatted requests"));
    }
  }

  @Test
  void every_plot_of_the_page_is_xml_with_the_names_and_values() throws Exception {
    files.write(comparison());
    files.draw();
    for (var name : List.of("throughput", "latency", "processor-time", "over-time")) {
      assertThat(page()).contains("(images/" + name + ".svg)");
      assertThat(texts(svg(name))).contains("GetItem", "Gramme", "A & <B>");
    }
    assertThat(texts(svg("throughput"))).contains("requests per second", "40,000", "5,000");
    assertThat(texts(svg("latency"))).contains("milliseconds, logarithmic", "0.1", "1", "10");
    assertThat(texts(svg("processor-time"))).contains("microseconds per request", "21");
    assertThat(texts(svg("over-time"))).contains("seconds since the start of the load");
    assertThat(svg("over-time").getElementsByTagName("polyline").getLength()).isEqualTo(2);
  }

  @Test
  void a_server_without_answers_has_no_latencies() throws Exception {
    Comparison all = comparison();
    var silent = new Measurement(0, 0, 0, 0, 0, 16);
    var points =
        List.of(all.points().get(1), new Comparison.Point("dynalite", "GetItem", 16, silent, 0));
    files.write(new Comparison(RUN, all.servers(), points, List.of(), List.of()));
    files.draw();
    assertThat(page()).contains("| A & <B> |  | no answer |  |  |  |  |  |  | 16 |");
    assertThat(texts(svg("throughput"))).contains("no answer", "40,000").doesNotContain("0.00");
    assertThat(texts(svg("latency"))).contains("no answer", "1").doesNotContain("0.001");
  }

  @Test
  void a_run_on_cassandra_keeps_the_other_sections() throws Exception {
    files.write(comparison());
    files.writeInProcess(new Figure.Group(RUN, List.of(new Figure("a fork", measured(1000, 0)))));
    files.write(cluster());
    files.draw();
    assertThat(page())
        .contains("#### GetItem", "| a fork | 1,000 |")
        .contains("| **GetItem** | 100 / 400 | 2.00 / 4.00 | 5.00 / 5.00 | 1.50 / 1.50 |  |  | 0 |")
        .contains(
            "| one row | 100 / 400 | 1.00 / 2.00 | 5.00 / 5.00 | 1.50 / 1.50 |  | **2.00** / **2.00** | 0 |")
        .contains("| GetItem | 100 | 150 | 1.50 | 5.0% | 10 | 19 | 1.90 |")
        .contains("| PutItem | 100 | 150 | 1.50 | not measured | | | |");
  }

  @Test
  void many_items_are_compared_with_few_and_with_the_store_alone() throws Exception {
    files.write(
        new LargeComparison(
            RUN,
            new LargeComparison.Load(100_000_000, 123_456, 10_000_000, 98_765, 11_000),
            List.of(
                new LargeComparison.Point("GetItem", "Zipf", 100_000, measured(40_000, 0), 20, 0),
                new LargeComparison.Point(
                    "GetItem", "Zipf", 100_000_000, measured(10_000, 1), 50, 4321)),
            612,
            List.of(
                new LargeComparison.StorePoint("Zipf", 2, measured(12_000, 0), 5000),
                new LargeComparison.StorePoint("Zipf", 16, measured(15_000, 0), Double.NaN)),
            List.of(new LargeComparison.StorePoint("Zipf", 16, measured(12_000, 0), 4000)),
            List.of(new LargeComparison.DiskPoint(16, 6600, 4200)),
            null,
            true));
    files.draw();
    assertThat(page())
        .contains("100,000,000 items of 100 bytes", "at 123,456 a second", "at 98,765 a second")
        .contains("| GetItem | Zipf | 10,000 | 40,000 | 0.25 | 0.30 | 2.00 | 50 | 4,321 | 1 |")
        .contains("| RocksDB alone | Zipf | 2 | 12,000 | 0.300 | 2.000 | 5,000 | 1.20 |  |")
        .contains("| RocksDB alone | Zipf | 16 | 15,000 | 0.300 | 2.000 |  | **1.50** |  |")
        .contains("| Gramme's engine | Zipf | 16 | 12,000 | 0.300 | 2.000 | 4,000 |  | 1.25 |")
        .contains("gave its first answer 612 ms after its start")
        .contains("| 16 | 6,600 | 4.20 |")
        .contains("were dropped from the operating system's cache four times a second.");
    assertThat(page()).contains("(images/large.svg)");
    assertThat(texts(svg("large")))
        .contains("GetItem", "100,000,000 items, Zipf", "10,000", "40,000")
        .contains("RocksDB alone, 16 threads, Zipf", "15,000")
        .contains("engine alone, 16 threads, Zipf", "12,000");
  }

  @Test
  void results_that_do_not_say_whether_the_cache_was_dropped_are_of_runs_that_did_not_drop_it()
      throws Exception {
    Files.writeString(
        folder.resolve("large.json"),
        """
        {"run": {"date": "d", "command": "c", "machine": "m", "java": "25", "load": "l"},
         "load": {"items": 1, "batchPerSecond": 1, "imported": 1, "importPerSecond": 1, "filesMegabytes": 1},
         "points": [], "crashStartMillis": 0, "store": []}
        """);
    files.draw();
    assertThat(page())
        .contains("The operating system's cache was not dropped between the figures.")
        .doesNotContain("four times a second");
  }

  @Test
  void workloads_over_time_have_a_plot_with_flushes_and_compactions() throws Exception {
    files.write(
        new YcsbCourse(
            RUN,
            List.of(
                new YcsbCourse.Part(
                    "A",
                    "50% read, 50% update",
                    List.of(100L, 40L, 120L),
                    List.of(1),
                    List.of(1, 2),
                    List.of(new Figure("read", measured(60, 0))),
                    3))));
    files.draw();
    assertThat(page())
        .contains("(images/ycsb.svg)")
        .contains("| A | 50% read, 50% update | 100 | 40 | **0.40** | 1 | 2 | 3 |")
        .contains("| A | read | 60 | 0.30 | 0.40 | 2.00 | 3.00 |");
    var svg = svg("ycsb");
    assertThat(texts(svg)).contains("A: 50% read, 50% update", "flushes", "compactions");
    assertThat(svg.getElementsByTagName("polyline").getLength()).isEqualTo(1);
    int background = 1;
    int legend = 4;
    assertThat(svg.getElementsByTagName("rect").getLength()).isEqualTo(background + legend + 3);
  }

  @Test
  void a_database_in_process_has_a_section_beside_that_of_tests() throws Exception {
    files.writeEmbedded(new Figure.Group(RUN, List.of(new Figure("GetItem", measured(9000, 0)))));
    files.writeInProcess(new Figure.Group(RUN, List.of(new Figure("a fork", measured(1000, 0)))));
    files.draw();
    assertThat(page())
        .contains("## In process\n", "| GetItem | 9,000 |")
        .contains("## A database for each test", "| a fork | 1,000 |")
        .contains("(images/embedded.svg)", "(images/in-process.svg)");
    assertThat(texts(svg("embedded")))
        .contains("In process: latency percentiles", "GetItem", "milliseconds, logarithmic");
    assertThat(texts(svg("in-process"))).contains("a fork");
  }

  @Test
  void a_figure_without_answers_has_no_latencies_in_the_plot() throws Exception {
    var silent = new Figure("PutItem", new Measurement(0, 0, 0, 0, 0, 16));
    files.writeEmbedded(new Figure.Group(RUN, List.of(silent)));
    files.draw();
    assertThat(texts(svg("embedded"))).contains("PutItem", "no answer").doesNotContain("0.001");
  }

  @Test
  void one_processor_is_compared_with_two() throws Exception {
    files.write(
        new ProcessorComparison(
            RUN,
            List.of(
                new ProcessorComparison.Point(1, "GetItem", measured(10_000, 1), 40, 0, 0),
                new ProcessorComparison.Point(2, "GetItem", measured(15_000, 0), 50, 0, 0),
                new ProcessorComparison.Point(1, "PutItem", measured(10_000, 1), 40, 0, 0),
                new ProcessorComparison.Point(1, "UpdateItem", measured(10_000, 1), 40, 9, 4),
                new ProcessorComparison.Point(2, "UpdateItem", measured(15_000, 0), 50, 10, 5))));
    files.draw();
    assertThat(page())
        .contains("| GetItem | 10,000 | 15,000 | 1.50 | 2.00 | 2.00 | 40 | 50 | 1 |")
        .contains("| GetItem | 50 | 0.0 | 0.0 | 320,000 | 1,280,000 |")
        .contains("| UpdateItem | 50 | 10.0 | 5.0 | 100,000 | 100,000 |")
        .doesNotContain("| PutItem |");
    assertThat(page())
        .contains("estimate with groups as in this run, per second: 16 processors | 64")
        .contains("No estimate is a limit.", "with 16 connections")
        .contains("More connections make larger groups, which take less time per write.")
        .contains("(images/processors.svg)");
    assertThat(texts(svg("processors")))
        .contains("GetItem", "one processor", "two processors", "10,000", "15,000");
  }

  private static Comparison comparison() {
    return new Comparison(
        RUN,
        List.of(
            new Comparison.Server("gramme", "Gramme", List.of(300L, 200L, 250L), 90, 300),
            new Comparison.Server("dynalite", "A & <B>", List.of(500L), 50, 400)),
        List.of(
            new Comparison.Point("gramme", "GetItem", 1, measured(500, 1), 30),
            new Comparison.Point("gramme", "GetItem", 16, measured(40_000, 2), 21),
            new Comparison.Point("dynalite", "GetItem", 16, measured(5_000, 0), 200)),
        List.of(
            new Comparison.Course("gramme", "GetItem", 16, List.of(100L, 120L, 90L)),
            new Comparison.Course("dynalite", "GetItem", 16, List.of(10L, 12L, 9L))),
        List.of(new Figure("writes", measured(1000, 0))));
  }

  @Test
  void the_page_compares_operations_on_postgres_with_its_statements() throws Exception {
    files.write(
        new PostgresComparison(
            RUN,
            cluster().points(),
            List.of(new PostgresComparison.Servers("GetItem", List.of(100.0, 150.0, 200.0))),
            new PostgresComparison.ColdStart("GetItem", List.of(10L, 95L, 100L, 101L)),
            new PostgresComparison.Overwriting(20, 12_000, 8, 31.4, 40.6, 700, 1)));
    files.draw();
    assertThat(page())
        .contains("## On PostgreSQL")
        .contains("| **2.00** / **2.00** | 0 |")
        .contains("| GetItem | 100 | 150 | 200 |")
        .contains(
            "10 requests in its first second, 90% of the steady rate (100 a second) in second 2.")
        .contains(
            "12,000 items replaced. The table and its index had 8 MB before and 31 MB after it")
        .contains("autovacuum ran 1 times");
  }

  @Test
  void a_statement_of_which_every_request_failed_has_no_ratio() throws Exception {
    var failed = new ClusterComparison.Sample(0, 0, 0, 7, 1, 1);
    files.write(
        new ClusterComparison(
            RUN,
            List.of(
                cluster(ClusterComparison.GRAMME, 1, 100, 2000),
                new ClusterComparison.Point("GetItem", "one row", 1, failed)),
            List.of(),
            List.of()));
    files.draw();
    assertThat(page()).contains("| one row | 0 | 0.00 | 0.00 | 1.00 | 1.00 |  | 7 |");
  }

  private static Measurement measured(double perSecond, long errors) {
    return new Measurement(perSecond, 300, 400, 2000, 3000, errors);
  }

  private static ClusterComparison cluster() {
    return new ClusterComparison(
        RUN,
        List.of(
            cluster(ClusterComparison.GRAMME, 1, 100, 2000),
            cluster("one row", 1, 100, 1000),
            cluster(ClusterComparison.GRAMME, 16, 400, 4000),
            cluster("one row", 16, 400, 2000)),
        List.of(
            new ClusterComparison.Growth("GetItem", 0, 100, 150),
            new ClusterComparison.Growth("PutItem", 0, 100, 150)),
        List.of(new ClusterComparison.Growth("GetItem", 0.05, 10, 19)));
  }

  private static ClusterComparison.Point cluster(
      String system, int connections, double rate, long p50) {
    var sample = new ClusterComparison.Sample(rate, p50, 5000, 0, 1.5, Double.NaN);
    return new ClusterComparison.Point("GetItem", system, connections, sample);
  }

  private String page() throws Exception {
    return Files.readString(folder.resolve("RESULTS.md"));
  }

  private Document svg(String name) throws Exception {
    var text = Files.readString(folder.resolve("images/" + name + ".svg"));
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(text)));
  }

  private static List<String> texts(Document document) {
    var nodes = document.getElementsByTagName("text");
    return IntStream.range(0, nodes.getLength())
        .mapToObj(i -> nodes.item(i).getTextContent())
        .toList();
  }
}
