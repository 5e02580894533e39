package dev.gramme.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The options of a benchmark.
 *
 * @param setup paths
 * @param seconds the duration of each measurement
 * @param warmUp the warm-up of each operation in seconds
 * @param items the number of items in the table
 * @param load if above zero, only the large load with this many items runs
 * @param tests if above zero, only this many test databases are measured
 * @param nodes if above zero, only Gramme on this many Cassandra nodes is measured
 * @param only the contestants to run
 * @param results whether the report is written to bench/RESULTS.md
 */
record Options(
    Contestant.Setup setup,
    int seconds,
    int warmUp,
    int items,
    int load,
    int tests,
    int nodes,
    List<Contestant> only,
    boolean results) {
  private static final int ITEMS = 50_000;
  private static final int CLUSTER_ITEMS = 2_000;
  private static final int WARM_UP = 10;
  private static final int CLUSTER_WARM_UP = 60;

  static final String HELP =
      """
      ./gramme bench [options]
        --seconds N      measure each point for N seconds [5]
        --warm-up N      warm up each operation for N seconds before it is measured [10; 60 with --cluster]
        --items N        items in the table [50000]
        --only A,B       of gramme, dynamodb-local, dynalite, bare-http [all]
        --load N         instead, load N items and compare GetItem at 50000 and at N
        --tests N        instead, make N databases in process, one for each test as it were
        --cluster N      instead, compare Gramme on N nodes of Cassandra with Cassandra alone
                         [--items 2000]
        --results        keep the report in bench/RESULTS.md
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
    int seconds = 5;
    int warmUp = 0;
    int items = 0;
    int load = 0;
    int tests = 0;
    int nodes = 0;
    var only = List.of(Contestant.values());
    boolean results = false;
    for (int i = 2; i < args.length; i++) {
      var option = args[i];
      if (option.equals("--results")) {
        results = true;
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
        case "--cluster" -> nodes = positive(option, value);
        case "--only" -> only = contestants(value);
        default -> throw new IllegalArgumentException("unknown option " + option);
      }
    }
    var setup = new Contestant.Setup(Path.of(args[0]), Path.of(args[1]));
    if (items == 0) {
      items = nodes > 0 ? CLUSTER_ITEMS : ITEMS;
    }
    if (warmUp == 0) {
      warmUp = nodes > 0 ? CLUSTER_WARM_UP : WARM_UP;
    }
    return new Options(setup, seconds, warmUp, items, load, tests, nodes, only, results);
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
}
