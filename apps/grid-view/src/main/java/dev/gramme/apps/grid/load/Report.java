package dev.gramme.apps.grid.load;

import dev.gramme.apps.grid.design.Design;
import dev.gramme.apps.grid.load.Measurement.Row;
import dev.gramme.apps.web.database.Database;
import java.lang.management.ManagementFactory;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** The report of a measurement, in Markdown. */
record Report(
    Database database,
    int issues,
    int fields,
    double filled,
    long seed,
    LocalDate day,
    Map<Design, List<Row>> rows,
    List<Row> index) {

  private static final String WHAT_IS_ATOMIC =
      """

      ## What else differs

      | | Classic | Pre-joined | Single table | Document |
      |---|---|---|---|---|
      | tables, and global indexes | 5, 4 | 4, 3 | 1, 1 | 4 and the checkpoints, 2 |
      | a change of up to 99 fields | atomic, a transaction | atomic, a transaction | atomic, a transaction | atomic, one write |
      | a change of more | several steps, each atomic | several steps, each atomic | several steps, each atomic | atomic, one write |
      | reading one issue consistently | two requests, no snapshot | one query, no snapshot | one query, no snapshot | one item, as of one moment |
      | order after a change | when the global index has it | when the global index has it | when the global index has it | when the stream's consumer has handled it |
      | without the consumer | - | - | - | the order does not change; the values shown are correct |
      | who computes the order | the service, by key attributes | the service, by key attributes | the writer, as a text | the consumer, as a text |
      | largest issue | no limit | no limit | no limit | 400 KB |
      """;

  String text() {
    var text = new StringBuilder();
    text.append("# Grid view: the four designs side by side\n\n");
    text.append(
        String.format(
            Locale.ROOT,
            """
            %,d issues with %d fields, of which an issue has %.0f %% (and title and state); pages of 50; seed %d.
            %s, sequential requests on %d processors, %s, Java %s. %s.

                ./gramme app grid-view measure --dynamodb %s --issues %d --fields %d --filled %s --seed %d

            Figures are for one action, on average of 60; times are the median and the 95th percentile. The change of an
            issue includes reading it before. What the consumer of the documents' stream does comes on top of their changes;
            it is below. Requests and capacity are the same in every run; times are an impression: the designs were measured
            sequentially, and at the end the machine's load average was %.0f.
            """,
            issues,
            fields,
            filled * 100,
            seed,
            database.name(),
            Runtime.getRuntime().availableProcessors(),
            System.getProperty("os.name") + " " + System.getProperty("os.arch"),
            Runtime.version().feature(),
            day,
            database.setting(),
            issues,
            fields,
            filled,
            seed,
            ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage()));
    table(text, "Requests", row -> String.format(Locale.ROOT, "%.1f", row.requests()));
    table(text, "Capacity", Report::capacity);
    table(text, "Milliseconds", Report::millis);
    text.append(
        """

        ## The documents' consumer

        | | Requests | Capacity | Milliseconds |
        |---|---|---|---|
        """);
    for (Row row : index) {
      text.append(
          String.format(
              Locale.ROOT,
              "| %s | %.1f | %s | %s |%n",
              row.what(),
              row.requests(),
              capacity(row),
              millis(row)));
    }
    return text.append(WHAT_IS_ATOMIC).toString();
  }

  private static String millis(Row row) {
    return row.millis().size() == 1
        ? String.format(Locale.ROOT, "%.2f", row.millis(0.5))
        : String.format(Locale.ROOT, "%.1f / %.1f", row.millis(0.5), row.millis(0.95));
  }

  private static String capacity(Row row) {
    if (row.writeUnits() == 0) {
      return String.format(Locale.ROOT, "%.1f RCU", row.readUnits());
    }
    return row.readUnits() == 0
        ? String.format(Locale.ROOT, "%.1f WCU", row.writeUnits())
        : String.format(Locale.ROOT, "%.1f RCU, %.1f WCU", row.readUnits(), row.writeUnits());
  }

  private void table(StringBuilder text, String title, Function<Row, String> cell) {
    text.append("\n## ").append(title).append("\n\n|");
    for (Design design : rows.keySet()) {
      text.append(" | ").append(design.title());
    }
    text.append(" |\n|").append("---|".repeat(rows.size() + 1)).append('\n');
    List<Row> first = rows.values().iterator().next();
    for (int i = 0; i < first.size(); i++) {
      text.append("| ").append(first.get(i).what());
      for (List<Row> column : rows.values()) {
        text.append(" | ").append(cell.apply(column.get(i)));
      }
      text.append(" |\n");
    }
  }
}
