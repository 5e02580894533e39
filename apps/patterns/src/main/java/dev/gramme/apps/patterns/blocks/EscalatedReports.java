package dev.gramme.apps.patterns.blocks;

import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Create;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Gsi;
import dev.gramme.toolkit.Query;
import dev.gramme.toolkit.Range;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Rare items in a separate index. */
public final class EscalatedReports implements Pattern {
  private static final int REPORTS = 50;

  @Entity(pk = "DEVICE#{device}", sk = "{at}")
  @Gsi(name = "escalated", pk = "{escalatedTo}", sk = "{at}")
  record Report(String device, Instant at, String state, Optional<String> escalatedTo) {}

  @AccessPatterns(table = "devices")
  interface Queries {
    @Create
    void report(Report report);

    @Query(index = "escalated", descending = true)
    List<Report> escalatedTo(String escalatedTo, Range<Instant> at);

    @Query(descending = true, limit = 3)
    List<Report> newest(String device);
  }

  @Override
  public String title() {
    return "Sparse index of escalated reports";
  }

  @Override
  public String problem() {
    return "A few important items are hidden among many.";
  }

  @Override
  public String purpose() {
    return """
    Devices report regularly, and almost all reports say that everything is in order. Only a report that
    is escalated to a technician has the attribute `escalatedTo`, which is the key of an index. The
    index therefore contains escalated reports only. A normal report costs no write in the index, and
    the technician reads nothing else.
    """;
  }

  @Override
  public void show(Stage stage) {
    var devices =
        EscalatedReports_QueriesTable.of(stage.table(EscalatedReports_QueriesTable.schema()));
    Instant begin = stage.clock().instant();
    for (int number = 0; number < REPORTS; number++) {
      Instant at = begin.plusSeconds(60L * number);
      Optional<String> technician = number % 20 == 7 ? Optional.of("sara") : Optional.empty();
      String state = technician.isPresent() ? "fault" : "ok";
      devices.report(new Report("d" + number % 5, at, state, technician));
    }
    stage.recordInitialTables();
    Instant later = begin.plusSeconds(60L * REPORTS);
    stage.write(
        "a report that is not escalated",
        () -> devices.report(new Report("d1", later, "ok", Optional.empty())));
    stage.write(
        "a report that is escalated",
        () -> devices.report(new Report("d2", later, "fault", Optional.of("sara"))));
    stage.read(
        "the devices of all reports escalated to a technician",
        () -> devices.escalatedTo("sara", Range.all()).stream().map(Report::device).toList());
    stage.read(
        "those of the last ten minutes",
        () ->
            devices.escalatedTo("sara", Range.atLeast(later.minusSeconds(600))).stream()
                .map(Report::device)
                .toList());
  }
}
