package dev.gramme.bench;

import dev.gramme.bench.results.Measurement;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The results that {@code load.lua} prints at the end of a run of wrk.
 *
 * @param perSecond the requests sent in each whole second, if they were counted
 */
record WrkOutput(Measurement measurement, List<Long> perSecond) {
  WrkOutput {
    perSecond = List.copyOf(perSecond);
  }

  /**
   * Reads the output of wrk.
   *
   * @throws IOException if it has no result
   */
  static WrkOutput parse(String output) throws IOException {
    var result = numbers(output, "RESULT");
    if (result.isEmpty()) {
      throw new IOException("wrk printed no result:\n" + output);
    }
    long[] of = result.get();
    var measurement = new Measurement(of[0] / (of[1] / 1e6), of[3], of[4], of[5], of[6], of[2]);
    return new WrkOutput(measurement, wholeSeconds(numbers(output, "SECONDS").orElse(new long[0])));
  }

  /** The first and the last second were not whole. */
  private static List<Long> wholeSeconds(long[] seconds) {
    return seconds.length < 3
        ? List.of()
        : Arrays.stream(seconds, 1, seconds.length - 1).boxed().toList();
  }

  private static Optional<long[]> numbers(String output, String word) {
    return output
        .lines()
        .filter(line -> line.startsWith(word))
        .findFirst()
        .map(line -> Arrays.stream(line.split(" ")).skip(1).mapToLong(Long::parseLong).toArray());
  }
}
