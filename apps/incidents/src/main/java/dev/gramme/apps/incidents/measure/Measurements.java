package dev.gramme.apps.incidents.measure;

import dev.gramme.apps.incidents.account.Identifiers;
import dev.gramme.apps.incidents.design.ManyPartitions;
import dev.gramme.apps.incidents.design.OnePartition;
import dev.gramme.apps.incidents.measure.MergeMeasurement.Outcome;
import dev.gramme.apps.incidents.measure.ThrottleMeasurement.Cost;
import dev.gramme.apps.incidents.measure.ThrottleMeasurement.Second;
import dev.gramme.toolkit.Ksuid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;

/** Runs all measurements and writes the report. */
public final class Measurements {
  private static final int TEAMS = 20;
  private static final int INCIDENTS = 2_000;
  private static final int PAGE = 20;
  private static final int PAGES = 50;
  private static final int DISTANCE_MILLIS = 5;
  private static final int DETAILS_BYTES = 20 * 1024;
  private static final int MINUTES = 10;
  private static final int SUSTAINED = 100;
  private static final int SECONDS_OF_IDS = 300_000_000;
  private static final List<Integer> RATES = List.of(10, 25, 50, 100, 200, 400, 800);

  private final StringBuilder report = new StringBuilder();
  private final LocalDate date;

  private Measurements(LocalDate date) {
    this.date = date;
  }

  /** Runs the measurements, which takes some minutes, and writes a file. */
  public static void write(Path file, LocalDate date) throws IOException {
    var measurements = new Measurements(date);
    measurements.head();
    measurements.merges();
    measurements.throttling();
    Files.writeString(file, measurements.report);
    System.out.print(measurements.report);
  }

  private void line(String text) {
    report.append(text).append('\n');
  }

  private void head() {
    line("# What was measured");
    line("");
    line("    ./gramme app incidents measure");
    line("");
    line(
        String.format(
            Locale.ROOT,
            "%s, on %d processors (%s, %s), JDK %s, with the database in the process that measures."
                + " Requests, capacity and what is throttled are the same in every run; times are"
                + " the machine's.",
            date,
            Runtime.getRuntime().availableProcessors(),
            System.getProperty("os.name"),
            System.getProperty("os.arch"),
            Runtime.version().feature()));
    line("");
  }

  private void merges() {
    line("## My teams' incidents: a merged query, and one query per team");
    line("");
    line(
        String.format(
            Locale.ROOT,
            "A user is in %d teams, whose account has %,d open incidents; %d pages of %d are read"
                + " sequentially.",
            TEAMS,
            INCIDENTS,
            PAGES,
            PAGE));
    line("");
    for (int distance : List.of(0, DISTANCE_MILLIS)) {
      try (var measurement = new MergeMeasurement(TEAMS, INCIDENTS, PAGE, distance)) {
        line(
            distance == 0
                ? "In process:"
                : "With " + distance + " ms more for each request, as over a network:");
        line("");
        line("| way | pages | incidents | requests per page | RCU per page | time of a page |");
        line("|---|---|---|---|---|---|");
        row(measurement.merged(PAGES));
        row(measurement.byTeam(PAGES, true));
        row(measurement.byTeam(PAGES, false));
        line("");
      }
    }
    line(
        """
        One query per team requests a whole page of every team, since all of it could be of one team. The merge requests a
        share of the page and, where a team has more, again: that costs less than half, and over a network some more rounds.
        Half a unit for each team is the least that either can cost. The merge's cursor is right whatever moves between two
        pages; that of the program here loses incidents that began in the same moment.
        """);
  }

  private void row(Outcome outcome) {
    line(
        String.format(
            Locale.ROOT,
            "| %s | %d | %d | %.1f | %.1f | %s |",
            outcome.way(),
            outcome.pages(),
            outcome.items(),
            (double) outcome.consumed().requests() / outcome.pages(),
            outcome.consumed().total().read() / outcome.pages(),
            outcome.latencies()));
  }

  private void throttling() {
    var one = new ThrottleMeasurement(OnePartition::new, DETAILS_BYTES);
    var many = new ThrottleMeasurement(ManyPartitions::new, DETAILS_BYTES);
    line("## When one partition per account throttles");
    line("");
    line(
        String.format(
            Locale.ROOT,
            "One account reports incidents with details of %d KB to a table on demand that was"
                + " warmed up for 20,000 writes a second. Throughput is limited as the service does"
                + " (simulated time); reports that were carried out as a whole, of those made in"
                + " the first second:",
            DETAILS_BYTES / 1024));
    line("");
    line("| reports a second | one partition per account | many partitions per account |");
    line("|---|---|---|");
    for (int rate : RATES) {
      line(
          String.format(
              Locale.ROOT,
              "| %d | %d | %d |",
              rate,
              one.second(rate).carriedOut(),
              many.second(rate).carriedOut()));
    }
    line("");
    cost("One partition", one.cost());
    cost("Many partitions", many.cost());
    line("");
    sustained(one, many);
  }

  private void cost(String name, Cost cost) {
    line(
        String.format(
            Locale.ROOT,
            "- %s: a report costs %.0f WCU and %.1f RCU; listing the newest 20 costs %.1f RCU, so"
                + " one partition lists %.0f times a second.",
            name,
            cost.reportWrites(),
            cost.reportReads(),
            cost.listReads(),
            3000 / cost.listReads()));
  }

  private void sustained(ThrottleMeasurement one, ThrottleMeasurement many) {
    line(
        String.format(
            Locale.ROOT,
            "Partitions that stay too hot are split. With %d reports in a second of every half"
                + " minute, carried out in the first second of the minute:",
            SUSTAINED));
    line("");
    line("| minute | one partition | one partition, identifiers in no order | many partitions |");
    line("|---|---|---|---|");
    List<Second> naive = one.minutes(SUSTAINED, MINUTES);
    List<Second> random =
        new ThrottleMeasurement(
                (client, identifiers) -> new OnePartition(client, inNoOrder(identifiers)),
                DETAILS_BYTES)
            .minutes(SUSTAINED, MINUTES);
    List<Second> spread = many.minutes(SUSTAINED, MINUTES);
    for (int minute = 0; minute <= MINUTES; minute += 2) {
      line(
          String.format(
              Locale.ROOT,
              "| %d | %d | %d | %d |",
              minute,
              naive.get(2 * minute).carriedOut(),
              random.get(2 * minute).carriedOut(),
              spread.get(2 * minute).carriedOut()));
    }
    line("");
    line(
        """
        A split between items of one partition key does not help the naive design: identifiers sort by time, so that all
        that is new is written at the end of the key's range, to one partition of the two. If they sorted in no order, it would
        help after some minutes, and there would be no list of the newest.
        """);
  }

  private static Identifiers inNoOrder(Identifiers identifiers) {
    return new Identifiers(
        () ->
            Instant.ofEpochSecond(Ksuid.EPOCH_SECOND)
                .plusSeconds(identifiers.random().nextInt(SECONDS_OF_IDS)),
        identifiers.random());
  }
}
