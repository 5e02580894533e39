package dev.gramme.bench.results;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** The sections of the page as Markdown. */
final class Page {
  private static final int CONNECTIONS = 16;
  private static final List<Integer> RATES_AT = List.of(1, CONNECTIONS, 64);

  /** How many times as long as a statement of Cassandra an operation may take at the median. */
  private static final double CLUSTER_GOAL = 1.5;

  static final String HEAD =
      """
      # Benchmark

      `./gramme bench --results` measures and writes this page, its plots and their data, the JSON files in this folder. `./gramme bench --help` lists
      further measurements. `./gramme bench --draw` only draws the page and the plots again. [The decision](../docs/decisions/0036-benchmark-results.md)
      explains the method. Others list [what measurements have decided](../docs/decisions/0037-performance-findings.md) and
      [which targets were missed](../docs/decisions/0063-missed-targets.md).
      """;

  static final String NOT_MEASURED =
      "\nThere are no measurements of servers yet: `./gramme bench --results` makes them.\n";

  private Page() {}

  /** The comparison of servers. */
  static String comparison(Comparison comparison) {
    var text = new StringBuilder("\n## Comparison with other servers\n\n");
    text.append(about(comparison.run()));
    text.append(
        """

        Servers run one at a time. The load generator, wrk, shares the machine with the server. Processor time is that of the server's process.
        Servers that verify signatures get requests with valid signatures, which are computed before the load.

        ### Targets, at 16 connections

        | target | measured | reached |
        |---|---|---|
        """);
    for (var target : Target.of(comparison)) {
      var measured = target.measured().isEmpty() ? "not measured" : target.measured();
      var reached = target.measured().isEmpty() ? "" : target.reached() ? "yes" : "no";
      row(text, target.goal(), measured, reached);
    }
    text.append("\n### Plots\n\n");
    images(text, Plots.of(comparison).keySet());
    text.append(
        """
        ### By operation

        Latencies and processor time are those at 16 connections; errors are those of all loads. "No answer": the server answered no request of the load.
        """);
    comparison.operations().forEach(operation -> operation(text, comparison, operation));
    text.append(
        """

        ### Start and memory

        | server | first answer, ms (each start) | MB resident when idle | after the load |
        |---|--:|--:|--:|
        """);
    for (var server : comparison.servers()) {
      row(
          text,
          server.title(),
          String.join(", ", server.firstAnswerMillis().stream().map(String::valueOf).toList()),
          String.valueOf(server.idleMegabytes()),
          String.valueOf(server.loadedMegabytes()));
    }
    if (!comparison.limits().isEmpty()) {
      text.append("\n### Limits of the machine and the store, without a protocol\n\n");
      figures(text, comparison.limits());
    }
    return text.toString();
  }

  /** The comparison of servers whose requests are formatted when they are sent. */
  static String fresh(Comparison comparison) {
    var text =
        new StringBuilder("\n## With requests that are formatted when they are sent\n\n")
            .append(about(comparison.run()))
            .append(
                """

                Here the load generator takes a greater part of the processors, as an application does that makes its own requests. Ratios of rates
                are smaller than above for this reason; the processor time of the server for each request is not affected by it.

                | target | measured | reached |
                |---|---|---|
                """);
    for (var target : Target.of(comparison)) {
      if (!target.measured().isEmpty()) {
        row(text, target.goal(), target.measured(), target.reached() ? "yes" : "no");
      }
    }
    text.append("\n### Plots, with formatted requests\n\n");
    images(text, Plots.fresh(comparison).keySet());
    text.append("### By operation, with formatted requests\n");
    comparison.operations().forEach(operation -> operation(text, comparison, operation));
    return text.toString();
  }

  private static void images(StringBuilder text, Collection<String> files) {
    files.forEach(file -> text.append(image(Plots.title(file), file)).append('\n'));
  }

  /** A plot of the page. */
  static String image(String title, String file) {
    return "![%s](images/%s)\n".formatted(title, file);
  }

  private static void operation(StringBuilder text, Comparison comparison, String operation) {
    text.append(
        """

        #### %s

        | server | per second: 1 connection | 16 | 64 | p50 ms | p90 | p99 | p99.9 | µs of processor time a request | errors |
        |---|--:|--:|--:|--:|--:|--:|--:|--:|--:|
        """
            .formatted(operation));
    for (var server : comparison.servers()) {
      var points =
          comparison.points().stream()
              .filter(one -> one.server().equals(server.id()) && one.operation().equals(operation))
              .toList();
      comparison
          .point(server.id(), operation, CONNECTIONS)
          .ifPresent(point -> {
            var rates =
                RATES_AT.stream()
                    .map(connections ->
                        comparison
                            .point(server.id(), operation, connections)
                            .map(one -> rate(one.measurement()))
                            .orElse(""))
                    .toList();
            var measured = point.measurement();
            boolean answered = measured.hasAnswers();
            row(
                text,
                server.title(),
                String.join(" | ", rates),
                answered ? millis(measured.p50Micros()) : "",
                answered ? millis(measured.p90Micros()) : "",
                answered ? millis(measured.p99Micros()) : "",
                answered ? millis(measured.p999Micros()) : "",
                answered ? number("%.0f", point.processorMicros()) : "",
                number("%,d", points.stream().mapToLong(one -> one.measurement().errors()).sum()));
          });
    }
  }

  private static String rate(Measurement measured) {
    return measured.hasAnswers() ? number("%,.0f", measured.perSecond()) : Plots.NO_ANSWER;
  }

  /**
   * Figures of one run under a heading.
   *
   * @param plot the file of their plot
   */
  static String group(String heading, String plot, Figure.Group group) {
    var text =
        new StringBuilder("\n## " + heading + "\n\n").append(about(group.run())).append('\n');
    text.append(image(FigurePlot.title(heading), plot)).append('\n');
    figures(text, group.figures());
    return text.toString();
  }

  private static void figures(StringBuilder text, List<Figure> figures) {
    text.append("| measured | per second | p50 ms | p99 ms |\n|---|--:|--:|--:|\n");
    for (var figure : figures) {
      var measured = figure.measurement();
      row(
          text,
          figure.title(),
          number("%,.0f", measured.perSecond()),
          number("%.3f", measured.p50Micros() / 1000.0),
          number("%.3f", measured.p99Micros() / 1000.0));
    }
  }

  /** The comparison with plain Cassandra. */
  static String cluster(ClusterComparison comparison) {
    var text = new StringBuilder("\n## On Cassandra\n\n").append(about(comparison.run()));
    text.append(
        """

        Rows below an operation are plain Cassandra: comparable statements on the same nodes. Two numbers in a cell are those of 1 and of 16
        connections. The ratio is Gramme's median latency divided by that of the statement; the goal is 1.5, and greater ratios are bold.

        """);
    statements(text, comparison.points(), CLUSTER_GOAL);
    text.append(
        """

        Nodes, servers and load share the processors of one machine. The last four columns limit each server to a share of a processor, so that
        the servers are the bottleneck.

        | operation | one server, per second | two servers | growth | share | one server | two servers | growth |
        |---|--:|--:|--:|--:|--:|--:|--:|
        """);
    for (var growth : comparison.growth()) {
      var held =
          comparison.heldGrowth().stream()
              .filter(one -> one.operation().equals(growth.operation()))
              .findFirst()
              .map(one -> number("%.1f%%", one.share() * 100) + " | " + growth(one))
              .orElse("not measured | | |");
      row(text, growth.operation(), growth(growth), held);
    }
    return text.toString();
  }

  /**
   * A table of operations, and of the database's statements that correspond to them.
   *
   * @param goal the greatest ratio of the latencies that is not bold
   */
  static void statements(StringBuilder text, List<ClusterComparison.Point> all, double goal) {
    text.append(
        """
        | operation, statement | per second | p50 ms | p99 ms | ms of processor time: nodes | server or driver | ratio | errors |
        |---|--:|--:|--:|--:|--:|--:|--:|
        """);
    var rows = new LinkedHashMap<String, List<ClusterComparison.Point>>();
    for (var point : all) {
      rows.merge(
          point.operation() + "\n" + point.system(),
          List.of(point),
          (some, more) -> List.of(some.getFirst(), more.getFirst()));
    }
    rows.values().forEach(points -> statementRow(text, all, points, goal));
  }

  private static void statementRow(
      StringBuilder text,
      List<ClusterComparison.Point> all,
      List<ClusterComparison.Point> points,
      double goal) {
    var first = points.getFirst();
    boolean gramme = first.system().equals(ClusterComparison.GRAMME);
    row(
        text,
        gramme ? "**" + first.operation() + "**" : first.system(),
        each(points, point -> number("%,.0f", point.sample().perSecond())),
        each(points, point -> number("%.2f", point.sample().p50Micros() / 1000.0)),
        each(points, point -> number("%.2f", point.sample().p99Micros() / 1000.0)),
        each(points, point -> number("%.2f", point.sample().nodesMillis())),
        each(points, point -> number("%.2f", point.sample().clientMillis())),
        gramme ? "" : each(points, point -> ratio(all, point, goal)),
        number("%,d", points.stream().mapToLong(point -> point.sample().errors()).sum()));
  }

  private static String ratio(
      List<ClusterComparison.Point> all, ClusterComparison.Point point, double goal) {
    double ratio =
        all.stream()
            .filter(other ->
                other.system().equals(ClusterComparison.GRAMME)
                    && other.operation().equals(point.operation())
                    && other.connections() == point.connections())
            // Without successful requests there is no median.
            .filter(gramme -> gramme.sample().p50Micros() > 0 && point.sample().p50Micros() > 0)
            .mapToDouble(
                gramme -> (double) gramme.sample().p50Micros() / point.sample().p50Micros())
            .findFirst()
            .orElse(Double.NaN);
    return number(ratio > goal ? "**%.2f**" : "%.2f", ratio);
  }

  private static <T> String each(List<T> points, Function<T, String> cell) {
    var known = points.stream().map(cell).filter(text -> !text.isEmpty());
    return String.join(" / ", known.toList());
  }

  private static String growth(ClusterComparison.Growth growth) {
    return number("%,.0f", growth.one())
        + " | "
        + number("%,.0f", growth.two())
        + " | "
        + number("%.2f", growth.one() == 0 ? Double.NaN : growth.two() / growth.one());
  }

  /** How and where a run was made. */
  static String about(Run run) {
    return "`%s`, %s, %s, Java %s. %s\n"
        .formatted(run.command(), run.date(), run.machine(), run.java(), run.load());
  }

  /** Microseconds in milliseconds. */
  static String millis(long micros) {
    return number("%.2f", micros / 1000.0);
  }

  /** A formatted number, empty if it is unknown. */
  static String number(String pattern, Number value) {
    return Double.isNaN(value.doubleValue()) ? "" : String.format(Locale.ROOT, pattern, value);
  }

  /** Adds a row of a table. */
  static void row(StringBuilder text, String... cells) {
    text.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }
}
