package dev.gramme.bench;

import dev.gramme.bench.results.Figure;
import dev.gramme.bench.results.Measurement;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Compares GetItem in a small and in a large table. */
final class LargeLoad {
  private static final int CONNECTIONS = 16;
  private static final int SMALL = 50_000;

  private final Options options;
  private final Path scratch;

  LargeLoad(Options options, Path scratch) {
    this.options = options;
    this.scratch = scratch;
  }

  /** Loads the items and measures. */
  Figure.Group run() throws IOException, InterruptedException {
    var contestant = Contestant.GRAMME;
    var wrk = new Wrk(scratch, contestant.signer(), options.fresh());
    try (var server = contestant.start(options.setup(), scratch.resolve("load"))) {
      var loader = new Loader(server.port(), contestant.signer());
      loader.createTable();
      loader.fill(0, SMALL);
      var small = read(wrk, server, SMALL);
      long start = System.nanoTime();
      loader.fill(SMALL, options.load());
      double seconds = (System.nanoTime() - start) / 1e9;
      var large = read(wrk, server, options.load());
      var load =
          "%d connections, %d seconds after %d of warm-up. The items were loaded at %,.0f a second. GetItem in the large table has %.2f of the rate in the small one; the goal is 0.80."
              .formatted(
                  CONNECTIONS,
                  options.seconds(),
                  options.warmUp(),
                  (options.load() - SMALL) / seconds,
                  large.perSecond() / small.perSecond());
      return new Figure.Group(
          Bench.run(options, load),
          List.of(
              new Figure("GetItem, %,d items".formatted(SMALL), small),
              new Figure("GetItem, %,d items".formatted(options.load()), large)));
    }
  }

  private Measurement read(Wrk wrk, RunningServer server, int items)
      throws IOException, InterruptedException {
    wrk.run(server.port(), Workload.GET, CONNECTIONS, options.warmUp(), items);
    return wrk.run(server.port(), Workload.GET, CONNECTIONS, options.seconds(), items);
  }
}
