package dev.gramme.bench.results;

import static dev.gramme.bench.results.Page.about;
import static dev.gramme.bench.results.Page.number;
import static dev.gramme.bench.results.Page.row;

/** The section on PostgreSQL. */
final class PostgresPage {
  /** How many times as long as the statements an operation may take at the median. */
  private static final double GOAL = 1.3;

  private PostgresPage() {}

  /** The section as Markdown. */
  static String of(PostgresComparison comparison) {
    var text = new StringBuilder("\n## On PostgreSQL\n\n");
    text.append(about(comparison.run()));
    text.append(
        """

        Rows below an operation are PostgreSQL alone: the statements that the title names, each request in a transaction of its own. Gramme
        sends these statements for a request that is alone; it reads and commits concurrent requests together. Gramme's reads are read-only
        transactions, and its PutItem and TransactWriteItems also read the rows that they replace. A row whose title does not name this was
        measured without it. Two numbers in a cell are those of 1 and of 16 connections. The ratio is Gramme's median latency divided by that
        of the statements; the goal is %s, and greater ratios are bold.

        """
            .formatted(GOAL));
    Page.statements(text, comparison.points(), GOAL);
    text.append(
        """

        Several servers on one database, with 16 connections in all. PostgreSQL, servers and load share the processors of one machine.

        | operation | 1 server, per second | 2 servers | 4 servers |
        |---|--:|--:|--:|
        """);
    for (var servers : comparison.servers()) {
      row(
          text,
          servers.operation(),
          String.join(" | ", servers.rates().stream().map(rate -> number("%,.0f", rate)).toList()));
    }
    var start = comparison.coldStart();
    text.append(
        """

        A server that has just started, with 16 connections of %s: %s requests in its first second, 90%% of the steady rate (%s a second) in second %d.
        """
            .formatted(
                start.operation(),
                number("%,d", start.perSecond().getFirst()),
                number("%,d", start.steady()),
                start.warmSecond()));
    var overwriting = comparison.overwriting();
    text.append(
        """

        Overwriting with PutItem for %s: %s items replaced. The table and its index had %s MB before and %s MB after it, %s MB at most at the
        end of a minute, and at most %s replaced rows that were not removed yet. PostgreSQL's autovacuum ran %d times.
        """
            .formatted(
                overwriting.minutes() == 1 ? "1 minute" : overwriting.minutes() + " minutes",
                number("%,d", overwriting.writes()),
                number("%.0f", overwriting.megabytesBefore()),
                number("%.0f", overwriting.megabytesAfter()),
                number("%.0f", overwriting.mostMegabytes()),
                number("%,d", overwriting.mostDeadRows()),
                overwriting.vacuums()));
    return text.toString();
  }
}
