package dev.gramme.bench;

import dev.gramme.bench.results.LargeComparison;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The options of a benchmark.
 *
 * @param setup paths
 * @param command the command with its options
 * @param seconds the duration of each measurement
 * @param warmUp the warm-up of each operation in seconds
 * @param items the number of items in the table
 * @param load if above zero, only the large load with this many items runs
 * @param tests if above zero, only this many test databases are measured
 * @param nodes if above zero, only Gramme on this many Cassandra nodes is measured
 * @param mode what is measured alone, null for the comparison of servers or one of the above
 * @param data the folder of the large load, which is kept; null for a temporary one
 * @param imported the items of the large load that are imported
 * @param minutes the duration of all of YCSB's workloads together, or of overwriting in PostgreSQL
 * @param only the contestants to run
 * @param course the seconds of the loads that are observed over time
 * @param fresh whether the load generator formats each request when it sends it
 * @param results whether the data and the report in the folder bench are replaced
 * @param draw if true, nothing is measured: the report is made from the data
 */
record Options(
    Contestant.Setup setup,
    String command,
    int seconds,
    int warmUp,
    int items,
    int load,
    int tests,
    int nodes,
    @Nullable Mode mode,
    @Nullable Path data,
    int imported,
    int minutes,
    List<Contestant> only,
    int course,
    boolean fresh,
    boolean results,
    boolean draw) {
  private static final int ITEMS = 100_000;
  private static final int CLUSTER_ITEMS = 2_000;
  private static final int SECONDS = 3;
  private static final int LARGE_SECONDS = 20;
  private static final int YCSB_MINUTES = 60;
  private static final int WARM_UP = 8;
  private static final int CLUSTER_WARM_UP = 60;
  private static final Set<String> FLAGS = Set.of("--fresh", "--results", "--draw");

  /** A measurement that runs alone, with the flag of its name. */
  enum Mode {
    LARGE(100_000_000),
    YCSB(1_000_000),
    EMBEDDED(10_000),
    PROCESSORS(100_000),
    POSTGRES(10_000);

    /** The default of {@code --items}. */
    private final int items;

    Mode(int items) {
      this.items = items;
    }

    private String flag() {
      return "--" + name().toLowerCase(Locale.ROOT);
    }

    private static Optional<Mode> of(String flag) {
      return Arrays.stream(values()).filter(mode -> mode.flag().equals(flag)).findFirst();
    }
  }

  static final String HELP =
      """
      ./gramme bench [options]
        --seconds N      measure each point for N seconds [3; 20 with --large]
        --warm-up N      warm up each operation for N seconds before it is measured [8; 60 with --cluster]
        --course N       observe GetItem and PutItem for N seconds over time [8]
        --items N        items in the table, at least 25 [100000]
        --only A,B       of gramme, dynamodb-local, dynalite, bare-http, gramme-signed, extenddb [all]
        --fresh          format each request when it is sent, not before the load; without the servers
                         that verify signatures
        --load N         instead, load N items and compare GetItem at 50000 and at N
        --tests N        instead, make N databases in process, as for N tests
        --cluster N      instead, compare Gramme on N nodes of Cassandra with Cassandra alone
                         [--items 2000]
        --postgres       instead, compare Gramme on PostgreSQL with PostgreSQL alone, and one server with
                         several; also --cluster postgres [--items 10000]
          --minutes N    overwrite items for N minutes, to see how the table grows [1]
        --large          instead, load more items than the cache of 1 GB holds, and compare operations on
                         them with those on 100000 items and with RocksDB alone [--items 100000000]
          --data FOLDER    keep the items in this folder, or use those that it has
          --imported N     import N items through ImportTable [a tenth of --items]
        --ycsb           instead, run the workloads A to F of YCSB, and observe them over time
                         [--items 1000000]
          --minutes N    for N minutes, all of them together, without loading and warm-up [60]
        --embedded       instead, measure a database in process with the SDK's client and below it, its
                         forks, and how soon a new one answers [--items 10000]
        --processors     instead, compare a server with one processor and with two
        --results        replace the data in bench/*.json, bench/RESULTS.md and its plots
        --draw           instead, only write bench/RESULTS.md and its plots from the data
      """;

  Options {
    only = List.copyOf(only);
  }

  /**
   * Parses the options; the first two arguments are the project's folder and the Java launcher.
   *
   * @throws IllegalArgumentException with a one-line message for the user
   */
  static Options parse(String[] args) {
    int seconds = 0;
    int warmUp = 0;
    int items = 0;
    int load = 0;
    int tests = 0;
    int nodes = 0;
    int course = 8;
    int imported = 0;
    int minutes = 0;
    @Nullable Path data = null;
    @Nullable Mode mode = null;
    var only = List.<Contestant>of();
    var flags = new HashSet<String>();
    for (int i = 2; i < args.length; i++) {
      var option = args[i];
      var chosen = Mode.of(option);
      if (chosen.isPresent()) {
        mode = chosen.get();
        continue;
      }
      if (FLAGS.contains(option)) {
        flags.add(option);
        continue;
      }
      if (i + 1 == args.length) {
        throw new IllegalArgumentException(option + " is unknown or needs a value");
      }
      var value = args[++i];
      switch (option) {
        case "--seconds" -> seconds = positive(option, value);
        case "--warm-up" -> warmUp = positive(option, value);
        case "--items" -> items = positive(option, value);
        case "--load" -> load = positive(option, value);
        case "--tests" -> tests = positive(option, value);
        case "--cluster" -> {
          if (value.equals("postgres")) {
            mode = Mode.POSTGRES;
          } else {
            nodes = positive(option, value);
          }
        }
        case "--course" -> course = positive(option, value);
        case "--data" -> data = Path.of(value).toAbsolutePath();
        case "--imported" -> imported = positive(option, value);
        case "--minutes" -> minutes = positive(option, value);
        case "--only" -> only = contestants(value);
        default -> throw new IllegalArgumentException("unknown option " + option);
      }
    }
    var setup = new Contestant.Setup(Path.of(args[0]), Path.of(args[1]));
    if (items == 0) {
      items = mode != null ? mode.items : nodes > 0 ? CLUSTER_ITEMS : ITEMS;
    }
    if (seconds == 0) {
      seconds = mode == Mode.LARGE ? LARGE_SECONDS : SECONDS;
    }
    if (mode == Mode.LARGE) {
      checkLarge(items);
    }
    if (warmUp == 0) {
      warmUp = nodes > 0 ? CLUSTER_WARM_UP : WARM_UP;
    }
    if (items < Workload.BATCH.many()) {
      throw new IllegalArgumentException("--items must be at least " + Workload.BATCH.many());
    }
    boolean fresh = flags.contains("--fresh");
    return new Options(
        setup,
        command(Arrays.asList(args).subList(2, args.length)),
        seconds,
        warmUp,
        items,
        load,
        tests,
        nodes,
        mode,
        data,
        imported == 0 ? items / 10 : imported,
        minutes > 0 ? minutes : mode == Mode.YCSB ? YCSB_MINUTES : 1,
        chosen(only, fresh),
        course,
        fresh,
        flags.contains("--results"),
        flags.contains("--draw"));
  }

  /** The large table has whole batches, and more items than the small one. */
  private static void checkLarge(int items) {
    if (items <= LargeComparison.SMALL_ITEMS || items > LargeItem.MOST || items % 100 != 0) {
      throw new IllegalArgumentException(
          "with --large, --items must be a multiple of 100 from 100100 to " + LargeItem.MOST);
    }
  }

  private static List<Contestant> chosen(List<Contestant> only, boolean fresh) {
    if (fresh && only.stream().anyMatch(Contestant::verifiesSignatures)) {
      throw new IllegalArgumentException("with --fresh, requests have no valid signatures");
    }
    var all = only.isEmpty() ? List.of(Contestant.values()) : only;
    return all.stream().filter(one -> !fresh || !one.verifiesSignatures()).toList();
  }

  private static int positive(String option, String value) {
    try {
      int number = Integer.parseInt(value);
      if (number > 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(option + " must be a positive number", e);
    }
    throw new IllegalArgumentException(option + " must be a positive number");
  }

  private static List<Contestant> contestants(String names) {
    var found = new ArrayList<Contestant>();
    for (var name : names.split(",")) {
      found.add(Contestant.named(name));
    }
    return found;
  }

  /** The command as the results show it: without the name of a folder of this machine. */
  private static String command(List<String> arguments) {
    var shown = new ArrayList<>(arguments);
    int folder = shown.indexOf("--data") + 1;
    if (folder > 0) {
      shown.set(folder, "FOLDER");
    }
    return ("./gramme bench " + String.join(" ", shown)).strip();
  }
}
