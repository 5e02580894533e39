package dev.gramme.move.copy;

import dev.gramme.move.CommandException;
import dev.gramme.move.Connection;
import dev.gramme.move.Flags;
import dev.gramme.move.Terminal;
import dev.gramme.move.UnitRate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** {@code ./gramme copy}: copies tables from one server to another. */
public final class CopyCommand {
  /** The help of the command. */
  public static final String USAGE =
      """
      ./gramme copy --from PLACE --to PLACE [options]
        copies tables, their definitions and items, and then follows the changes of the source
        until the switch-over; PLACE is http://..., https://..., aws or aws:PROFILE
        --tables A,B,...    the tables (default all)
        --once              end after the items, without following changes
        --compare           compare both sides item by item in the end; status 1 if they differ
        --dry-run           print what would be copied and an estimate of its cost
        --progress FILE     where the progress is recorded; the same command continues from it
                            (default gramme-copy.progress)
        --switch-over       make a copy that follows changes end: it writes the remaining ones;
                            the Enter key in its terminal does the same
        --read-units N, --write-units N
                            at most so many capacity units per second at the source and the target
        --segments N        the number of segments of a table that are read at a time (default 4)
        --overwrite         write to tables of the target that have items
        --enable-stream     enable the stream of source tables that have none
        --from-region NAME, --to-region NAME
                            the regions (default AWS_REGION, or us-east-1 at an address)
        --from-profile NAME, --to-profile NAME
                            the profiles with the credentials, for addresses
        --read-price X, --write-price X
                            the prices of a million units in USD (default 0.125 and 0.625, those of
                            on-demand tables in us-east-1)
      docs/moving.md explains it.
      """;

  private static final String DEFAULT_PROGRESS = "gramme-copy.progress";
  private static final double READ_PRICE = 0.125;
  private static final double WRITE_PRICE = 0.625;
  private static final int DEFAULT_SEGMENTS = 4;
  private static final int MAX_SEGMENTS = 256;

  private final Terminal terminal;
  private final Flags flags;
  private final Connection from;
  private final Connection to;

  private CopyCommand(Terminal terminal, Flags flags, Connection from, Connection to) {
    this.terminal = terminal;
    this.flags = flags;
    this.from = from;
    this.to = to;
  }

  /** Runs the command; it succeeds if everything was copied and the comparison found nothing. */
  public static boolean run(List<String> arguments, Terminal terminal)
      throws CommandException, IOException, InterruptedException {
    Flags flags =
        Flags.read(
            arguments,
            Set.of(
                "--from",
                "--to",
                "--tables",
                "--progress",
                "--read-units",
                "--write-units",
                "--segments",
                "--from-region",
                "--to-region",
                "--from-profile",
                "--to-profile",
                "--read-price",
                "--write-price"),
            Set.of(
                "--once",
                "--compare",
                "--dry-run",
                "--switch-over",
                "--overwrite",
                "--enable-stream"));
    if (!flags.others().isEmpty()) {
      throw CommandException.misused("unknown argument " + flags.others().getFirst());
    }
    Path progress = Path.of(flags.value("--progress").orElse(DEFAULT_PROGRESS)).toAbsolutePath();
    if (flags.isSet("--switch-over")) {
      SwitchOver.request(progress);
      terminal.out().println("the copy ends when it has written the remaining changes");
      return true;
    }
    try (Connection from = connect(flags, "from", terminal);
        Connection to = connect(flags, "to", terminal)) {
      if (from.toString().equals(to.toString()) && from.region().equals(to.region())) {
        throw CommandException.misused("--from and --to are the same server");
      }
      return new CopyCommand(terminal, flags, from, to).run(progress);
    }
  }

  private static Connection connect(Flags flags, String side, Terminal terminal)
      throws CommandException {
    return Connection.to(
        flags.required("--" + side),
        flags.value("--" + side + "-region"),
        flags.value("--" + side + "-profile"),
        terminal.environment());
  }

  private boolean run(Path file) throws CommandException, IOException, InterruptedException {
    List<TableDescription> tables = tables();
    if (flags.isSet("--dry-run")) {
      plan(tables);
      return true;
    }
    ProgressFile progress = ProgressFile.open(file);
    if (progress.isNew()) {
      SwitchOver.forget(file);
    }
    progress.belongTo(
        "from %s in %s to %s in %s, tables %s, %s"
            .formatted(
                from,
                from.region(),
                to,
                to.region(),
                flags.value("--tables").orElse("all"),
                flags.isSet("--once") ? "once" : "following"));
    int segments = Math.min(MAX_SEGMENTS, flags.number("--segments").orElse(DEFAULT_SEGMENTS));
    var reads = UnitRate.of(flags.number("--read-units").orElse(0));
    var writes = UnitRate.of(flags.number("--write-units").orElse(0));
    var copy = new Copy(terminal, from, to, progress, reads, writes);
    if (!copy.isComplete()) {
      copy.copyItems(
          tables,
          segments,
          new Copy.Options(
              !flags.isSet("--once"), flags.isSet("--overwrite"), flags.isSet("--enable-stream")));
      if (!flags.isSet("--once")) {
        copy.follow(tables);
      }
      copy.complete(tables);
    } else {
      terminal.out().println("everything is copied already; delete " + file + " to copy once more");
    }
    return !flags.isSet("--compare") || isSame(tables, reads, segments);
  }

  private boolean isSame(List<TableDescription> tables, UnitRate reads, int segments)
      throws CommandException, IOException, InterruptedException {
    var comparison = new Comparison(from, to, reads, segments, terminal.out(), terminal.err());
    long differences = 0;
    for (TableDescription table : tables) {
      differences += comparison.compare(table);
    }
    return differences == 0;
  }

  private List<TableDescription> tables() throws CommandException {
    Optional<String> named = flags.value("--tables");
    List<String> names =
        named.isPresent()
            ? List.of(named.get().split(","))
            : from.items().listTablesPaginator().tableNames().stream().toList();
    var tables = new ArrayList<TableDescription>();
    for (String name : names) {
      try {
        tables.add(from.items().describeTable(each -> each.tableName(name)).table());
      } catch (ResourceNotFoundException e) {
        throw CommandException.failed("there is no table %s at %s".formatted(name, from));
      }
    }
    if (tables.isEmpty()) {
      throw CommandException.failed("there is no table at " + from);
    }
    return tables;
  }

  private void plan(List<TableDescription> tables) throws CommandException {
    double readPrice = flags.price("--read-price").orElse(READ_PRICE);
    double writePrice = flags.price("--write-price").orElse(WRITE_PRICE);
    var total = new CopyPlan(0, 0, 0, 0);
    for (TableDescription table : tables) {
      CopyPlan plan = CopyPlan.of(table);
      terminal.out().println(table.tableName() + ": " + plan.text(readPrice, writePrice));
      total = total.plus(plan);
    }
    terminal.out().println("together: " + total.text(readPrice, writePrice));
    terminal
        .out()
        .println(
            "This is an estimate from the counts in the descriptions of the tables, which DynamoDB"
                + " updates about every six hours, and from mean sizes. Changes that are followed"
                + " and a comparison cost more. Nothing was copied.");
  }
}
