package dev.gramme.bench.results;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * A goal of the comparison, and whether the measurements reach it.
 *
 * @param measured empty if the necessary loads did not run
 */
record Target(String goal, String measured, boolean reached) {
  private static final String GRAMME = "gramme";
  private static final List<String> RIVALS = List.of("dynamodb-local", "dynalite");
  private static final String HTTP = "bare-http";
  private static final int CONNECTIONS = 16;
  private static final int MORE_CONNECTIONS = 64;

  /** All goals. */
  static List<Target> of(Comparison comparison) {
    var targets = new ArrayList<Target>();
    double share =
        rate(comparison, GRAMME, "GetItem", CONNECTIONS)
            / rate(comparison, HTTP, "GetItem", CONNECTIONS);
    targets.add(
        target(
            "GetItem at least 60% of the bare HTTP server", share * 100, "%.0f%%", share >= 0.6));
    targets.add(timesBetter(comparison, "PutItem", 3));
    targets.add(timesBetter(comparison, "GetItem", 4));
    targets.add(timesBetter(comparison, "Query of 10 items", 6));
    for (var operation : comparison.operations()) {
      targets.add(tail(comparison, operation));
    }
    targets.add(steady(comparison));
    double answer = ofServer(comparison, Comparison.Server::medianFirstAnswerMillis);
    double idle = ofServer(comparison, Comparison.Server::idleMegabytes);
    double loaded = ofServer(comparison, Comparison.Server::loadedMegabytes);
    targets.add(
        target(
            "first answer within 250 ms of the start of the process",
            answer,
            "%.0f ms",
            answer <= 250));
    targets.add(target("less than 100 MB resident when idle", idle, "%.0f MB", idle < 100));
    targets.add(
        target("less than 350 MB resident after the load", loaded, "%.0f MB", loaded < 350));
    return targets;
  }

  private static Target timesBetter(Comparison comparison, String operation, int goal) {
    double best =
        RIVALS.stream()
            .mapToDouble(rival -> rate(comparison, rival, operation, CONNECTIONS))
            .filter(Double::isFinite)
            .max()
            .orElse(Double.NaN);
    double times = rate(comparison, GRAMME, operation, CONNECTIONS) / best;
    return target(
        "%s at least %d times the better of DynamoDB Local and dynalite".formatted(operation, goal),
        times,
        "%.1f times",
        times >= goal);
  }

  private static Target tail(Comparison comparison, String operation) {
    double best =
        RIVALS.stream()
            .mapToDouble(rival -> p99(comparison, rival, operation))
            .filter(Double::isFinite)
            .min()
            .orElse(Double.NaN);
    double share = p99(comparison, GRAMME, operation) / best;
    return target(
        "p99 of %s at most 0.33 times the better of the two".formatted(operation),
        share,
        "%.2f times",
        share <= 1 / 3.0);
  }

  /** The operation with the greatest loss of throughput from 16 to 64 connections. */
  private static Target steady(Comparison comparison) {
    String worst = "";
    double least = Double.NaN;
    for (var operation : comparison.operations()) {
      double growth =
          rate(comparison, GRAMME, operation, MORE_CONNECTIONS)
              / rate(comparison, GRAMME, operation, CONNECTIONS);
      if (Double.isNaN(least) || growth < least) {
        least = growth;
        worst = operation;
      }
    }
    return target(
        "no operation slower with 64 connections than with 16",
        least,
        "at least %.2f times (" + worst + ")",
        least >= 1);
  }

  private static Target target(String goal, double measured, String pattern, boolean reached) {
    return new Target(
        goal, Double.isNaN(measured) ? "" : String.format(Locale.ROOT, pattern, measured), reached);
  }

  /** Requests per second, NaN if not measured. */
  private static double rate(
      Comparison comparison, String server, String operation, int connections) {
    return comparison
        .point(server, operation, connections)
        .map(point -> point.measurement().perSecond())
        .orElse(Double.NaN);
  }

  private static double p99(Comparison comparison, String server, String operation) {
    return comparison
        .point(server, operation, CONNECTIONS)
        .map(point -> (double) point.measurement().p99Micros())
        .orElse(Double.NaN);
  }

  private static double ofServer(
      Comparison comparison, ToDoubleFunction<Comparison.Server> property) {
    return comparison.servers().stream()
        .filter(server -> server.id().equals(GRAMME))
        .mapToDouble(property)
        .findFirst()
        .orElse(Double.NaN);
  }
}
