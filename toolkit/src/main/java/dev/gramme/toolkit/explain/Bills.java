package dev.gramme.toolkit.explain;

import dev.gramme.toolkit.explain.Bill.Line;
import dev.gramme.toolkit.price.PriceTable;
import dev.gramme.toolkit.price.PriceTable.Price;
import dev.gramme.toolkit.schema.TableSettings;
import dev.gramme.toolkit.schema.TableSettings.TableClass;
import java.util.ArrayList;
import java.util.List;

/** Computes the monthly cost of a table from its load. */
final class Bills {
  private static final double HOURS = 730;
  private static final double SECONDS = HOURS * 3600;
  private static final double MILLION = 1e6;
  private static final double HUNDRED_THOUSAND = 1e5;
  private static final double GB = 1L << 30;

  /** The target utilization of auto scaling. */
  private static final double UTILIZATION = 0.7;

  private final PriceTable prices;
  private final TableSettings settings;
  private final Workload workload;
  private final List<TargetLoad> targets;
  private final boolean standard;

  Bills(PriceTable prices, TableSettings settings, Workload workload, List<TargetLoad> targets) {
    this.prices = prices;
    this.settings = settings;
    this.workload = workload;
    this.targets = targets;
    this.standard = settings.tableClass() == TableClass.STANDARD;
  }

  /** The bill in on-demand mode. */
  Bill onDemand() {
    Units units =
        targets.stream().map(TargetLoad::perSecond).reduce(Units.ZERO, Units::plus).times(SECONDS);
    var lines = new ArrayList<Line>();
    lines.add(
        new Line(
            "read requests",
            units.read() / MILLION,
            "million units",
            price(Price.READ_REQUESTS, Price.INFREQUENT_READ_REQUESTS)));
    lines.add(
        new Line(
            "write requests",
            units.write() / MILLION,
            "million units",
            price(Price.WRITE_REQUESTS, Price.INFREQUENT_WRITE_REQUESTS)));
    lines.addAll(others());
    return new Bill(prices.currency(), lines);
  }

  /**
   * The bill in provisioned mode: the capacity for the load at 70 % utilization, or the capacity in
   * the settings.
   */
  Bill provisioned() {
    Units units = Units.ZERO;
    for (TargetLoad target : targets) {
      if (!target.local()) {
        units = units.plus(provisioned(target));
      }
    }
    var lines = new ArrayList<Line>();
    lines.add(
        new Line(
            "read capacity",
            units.read() * HOURS,
            "unit hours",
            price(Price.READ_CAPACITY, Price.INFREQUENT_READ_CAPACITY)));
    lines.add(
        new Line(
            "write capacity",
            units.write() * HOURS,
            "unit hours",
            price(Price.WRITE_CAPACITY, Price.INFREQUENT_WRITE_CAPACITY)));
    lines.addAll(others());
    return new Bill(prices.currency(), lines);
  }

  private Units provisioned(TargetLoad target) {
    if (settings.billing() instanceof TableSettings.Billing.Provisioned fixed) {
      return new Units(fixed.readUnits(), fixed.writeUnits());
    }
    Units needed = target.perSecond();
    if (target.index().isEmpty()) {
      for (TargetLoad other : targets) {
        needed = other.local() ? needed.plus(other.perSecond()) : needed;
      }
    }
    return new Units(units(needed.read()), units(needed.write()));
  }

  private static double units(double perSecond) {
    return Math.max(1, Math.ceil(perSecond / UTILIZATION));
  }

  private List<Line> others() {
    double stored = targets.stream().mapToDouble(TargetLoad::storedBytes).sum() / GB;
    // A backup includes the table and its local indexes.
    double backedUp =
        targets.stream()
                .filter(target -> target.index().isEmpty() || target.local())
                .mapToDouble(TargetLoad::storedBytes)
                .sum()
            / GB;
    var lines = new ArrayList<Line>();
    lines.add(new Line("storage", stored, "GB", price(Price.STORAGE, Price.INFREQUENT_STORAGE)));
    if (settings.recovery()) {
      lines.add(new Line("recovery to a point in time", backedUp, "GB", prices.of(Price.RECOVERY)));
    }
    if (workload.backups() > 0) {
      double quantity = backedUp * workload.backups();
      lines.add(new Line("backups", quantity, "GB", prices.of(Price.BACKUP)));
    }
    if (settings.stream().isPresent() && workload.streamReadsPerSecond() > 0) {
      double reads = workload.streamReadsPerSecond() * SECONDS / HUNDRED_THOUSAND;
      lines.add(
          new Line(
              "reads of the stream", reads, "hundred thousand", prices.of(Price.STREAM_READS)));
    }
    return lines;
  }

  private double price(Price ofStandard, Price ofInfrequent) {
    return prices.of(standard ? ofStandard : ofInfrequent);
  }
}
