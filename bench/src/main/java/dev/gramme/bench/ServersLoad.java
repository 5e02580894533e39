package dev.gramme.bench;

import dev.gramme.bench.results.Measurement;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.ToLongFunction;

/** A load that is spread over several servers with the same data. */
final class ServersLoad {
  private final Wrk wrk;

  ServersLoad(Wrk wrk) {
    this.wrk = wrk;
  }

  /**
   * Runs a workload.
   *
   * @param ports the ports of the servers
   * @param connections the number of all connections together
   * @param items the number of items over which the keys are spread
   */
  Measurement run(List<Integer> ports, Workload workload, int connections, int seconds, int items)
      throws IOException, InterruptedException {
    var running = new ArrayList<Future<Measurement>>();
    try (var threads = Executors.newFixedThreadPool(ports.size())) {
      for (int port : ports) {
        running.add(
            threads.submit(
                () -> wrk.run(port, workload, connections / ports.size(), seconds, items)));
      }
      var all = new ArrayList<Measurement>();
      for (var one : running) {
        all.add(one.get());
      }
      return new Measurement(
          all.stream().mapToDouble(Measurement::perSecond).sum(),
          slowest(all, Measurement::p50Micros),
          slowest(all, Measurement::p90Micros),
          slowest(all, Measurement::p99Micros),
          slowest(all, Measurement::p999Micros),
          all.stream().mapToLong(Measurement::errors).sum());
    } catch (ExecutionException e) {
      throw new IOException("the load failed", e.getCause());
    }
  }

  private static long slowest(List<Measurement> all, ToLongFunction<Measurement> latency) {
    return all.stream().mapToLong(latency).max().orElseThrow();
  }
}
