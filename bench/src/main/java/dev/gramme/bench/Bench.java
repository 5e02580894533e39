package dev.gramme.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.gramme.bench.results.Figure;
import dev.gramme.bench.results.ResultFiles;
import dev.gramme.bench.results.Run;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** The command {@code ./gramme bench}: measures, keeps the data, writes the report. */
final class Bench {
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final Path PROCESSORS = Path.of("/proc/cpuinfo");

  private final Options options;
  private final Path scratch;
  private final ResultFiles results;

  private Bench(Options options, Path scratch, ResultFiles results) {
    this.options = options;
    this.scratch = scratch;
    this.results = results;
  }

  /** Runs the benchmark. */
  public static void main(String[] args) throws Exception {
    if (List.of(args).contains("--help")) {
      System.out.print(Options.HELP);
      return;
    }
    Options options;
    try {
      options = Options.parse(args);
    } catch (IllegalArgumentException e) {
      System.err.println("gramme bench: " + e.getMessage());
      System.exit(2);
      return;
    }
    var home = options.setup().root().resolve("bench");
    if (options.draw()) {
      new ResultFiles(home).draw();
      return;
    }
    var target = Files.createDirectories(home.resolve("target"));
    var scratch = Files.createTempDirectory(target, "run");
    try {
      // Without --results, the data is written to a temporary folder, only for the printed report.
      var folder = options.results() ? home : Files.createDirectory(scratch.resolve("results"));
      new Bench(options, scratch, new ResultFiles(folder)).measure();
      System.out.print(Files.readString(folder.resolve("RESULTS.md")));
    } finally {
      deleteAll(scratch);
    }
  }

  private void measure() throws IOException, InterruptedException {
    var mode = options.mode();
    if (mode != null) {
      measure(mode);
    } else if (options.nodes() > 0) {
      results.write(new ClusterBench(options, scratch).run());
    } else if (options.load() > 0) {
      results.writeLargeLoad(new LargeLoad(options, scratch).run());
    } else if (options.tests() > 0) {
      var load = "%,d databases after an equal number for warm-up.".formatted(options.tests());
      results.writeInProcess(
          new Figure.Group(run(options, load), TestDatabases.measure(options.tests())));
    } else if (options.fresh()) {
      results.writeFresh(new ServerComparison(options, scratch).run());
    } else {
      results.write(new ServerComparison(options, scratch).run());
    }
    results.draw();
  }

  private void measure(Options.Mode mode) throws IOException, InterruptedException {
    switch (mode) {
      case LARGE -> results.write(new LargeBench(options, scratch).run());
      case YCSB -> results.write(new YcsbBench(options, scratch).run());
      case EMBEDDED -> results.writeEmbedded(new EmbeddedBench(options).run(scratch));
      case POSTGRES -> results.write(new PostgresBench(options, scratch).run());
      case PROCESSORS -> results.write(new ProcessorsBench(options, scratch).run());
    }
  }

  /** Describes a run that has just ended. */
  static Run run(Options options, String load) throws IOException {
    var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    var machine =
        String.format(
            Locale.ROOT,
            "%d processors (%s), %d GiB, %s %s",
            Runtime.getRuntime().availableProcessors(),
            processor(),
            Math.round(system.getTotalMemorySize() / (double) (1 << 30)),
            System.getProperty("os.name"),
            System.getProperty("os.arch"));
    var date = DATE.format(Instant.now());
    return new Run(date, options.command(), machine, Runtime.version().toString(), load);
  }

  private static String processor() throws IOException {
    if (!Files.exists(PROCESSORS)) {
      return "unknown";
    }
    return Files.readAllLines(PROCESSORS).stream()
        .filter(line -> line.startsWith("model name"))
        .map(line -> line.replaceFirst(".*: *", ""))
        .findFirst()
        .orElse("unknown");
  }

  /** Reports progress. */
  static void say(String line) {
    System.err.println("gramme bench: " + line);
  }

  private static void deleteAll(Path folder) throws IOException {
    try (var paths = Files.walk(folder)) {
      for (var path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
