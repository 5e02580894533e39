package dev.gramme.bench.results;

import static dev.gramme.bench.results.Page.about;
import static dev.gramme.bench.results.Page.millis;
import static dev.gramme.bench.results.Page.number;
import static dev.gramme.bench.results.Page.row;

import java.util.List;

/** The section on many items. */
final class LargePage {
  /** How many times the rate of GetItem the rate of RocksDB alone may be. */
  private static final double GOAL = 1.3;

  static final String GET = "GetItem";

  private static final String DROPPED =
      """
      Before the warm-up of each figure, of Gramme and of RocksDB alone, the database's files were dropped from the operating system's cache.\
      """;

  private static final String KEPT_EMPTY =
      """
      While the figures were measured, the sorted files were dropped from the operating system's cache four times a second. Otherwise a faster
      database would read more files into the cache, and then profit from it.\
      """;

  private static final String NOT_DROPPED =
      """
      The operating system's cache was not dropped between the figures. RocksDB alone was measured last, so it found more of the files there.
      The ratio therefore does not show what Gramme costs.\
      """;

  private LargePage() {}

  /** The section as Markdown. */
  static String of(LargeComparison large) {
    var load = large.load();
    var text = new StringBuilder("\n## More items than the cache holds\n\n");
    text.append(about(large.run()));
    text.append(
        """

        ![%s](images/%s)

        %s items of 100 bytes were loaded through BatchWriteItem at %s a second, %s into another table through ImportTable at %s a second. The
        sorted files then had %s MB. The ratio is the rate divided by that in a table of %s items. Disk reads are those of the whole machine; a read
        that the operating system answers from its own cache is not among them.

        | operation | keys | per second | %s items | ratio | p50 ms | p99 | µs of processor time a request | disk reads a second | errors |
        |---|---|--:|--:|--:|--:|--:|--:|--:|--:|
        """
            .formatted(
                LargePlot.TITLE,
                LargePlot.FILE,
                number("%,d", load.items()),
                number("%,.0f", load.batchPerSecond()),
                number("%,d", load.imported()),
                number("%,.0f", load.importPerSecond()),
                number("%,d", load.filesMegabytes()),
                number("%,d", LargeComparison.SMALL_ITEMS),
                number("%,d", LargeComparison.SMALL_ITEMS)));
    for (var point : large.large()) {
      double rate = point.measurement().perSecond();
      double small =
          large.small(point).map(one -> one.measurement().perSecond()).orElse(Double.NaN);
      row(
          text,
          point.operation(),
          point.keys(),
          number("%,.0f", rate),
          number("%,.0f", small),
          number("%.2f", rate / small),
          millis(point.measurement().p50Micros()),
          millis(point.measurement().p99Micros()),
          number("%.0f", point.processorMicros()),
          number("%,.0f", point.diskReadsPerSecond()),
          number("%,d", point.measurement().errors()));
    }
    if (large.crashStartMillis() > 0) {
      text.append(
          """

          The server was killed during PutItem on the large table, and its next process gave its first answer %s ms after its start (goal: 2,000).
          """
              .formatted(number("%,d", large.crashStartMillis())));
    }
    store(text, large);
    disk(text, large.diskReads());
    return text.toString();
  }

  private static void store(StringBuilder text, LargeComparison large) {
    text.append(
        """

        RocksDB alone reads the same rows of the same files, in a process without Gramme, with a cache of the same size. Gramme's engine reads and
        decodes the same items in a process without a server. The ratio is the rate of RocksDB alone divided by that of GetItem, or by that of the
        engine with as many threads. The goal is %s, and greater ratios are bold. [A profile](../docs/performance.md#a-hundred-million-items) shows where the
        processor time goes.

        %s

        | gets | keys | threads | per second | p50 ms | p99 | disk reads a second | RocksDB alone / GetItem | RocksDB alone / engine |
        |---|---|--:|--:|--:|--:|--:|--:|--:|
        """
            .formatted(GOAL, cache(large)));
    for (var point : large.store()) {
      double get =
          large.large().stream()
              .filter(one -> one.operation().equals(GET) && one.keys().equals(point.keys()))
              .mapToDouble(one -> one.measurement().perSecond())
              .findFirst()
              .orElse(Double.NaN);
      double ratio = point.measurement().perSecond() / get;
      point(text, "RocksDB alone", point, ratio, Double.NaN);
    }
    for (var point : large.engineReads()) {
      double ratio =
          large.store().stream()
              .filter(one -> one.threads() == point.threads() && one.keys().equals(point.keys()))
              .mapToDouble(one -> one.measurement().perSecond() / point.measurement().perSecond())
              .findFirst()
              .orElse(Double.NaN);
      point(text, "Gramme's engine", point, Double.NaN, ratio);
    }
  }

  /** What was done with the operating system's cache. */
  private static String cache(LargeComparison large) {
    if (Boolean.TRUE.equals(large.cacheKeptEmpty())) {
      return KEPT_EMPTY;
    }
    return Boolean.TRUE.equals(large.cacheDropped()) ? DROPPED : NOT_DROPPED;
  }

  private static void point(
      StringBuilder text,
      String reader,
      LargeComparison.StorePoint point,
      double ratioOfGetItem,
      double ratioOfEngine) {
    row(
        text,
        reader,
        point.keys(),
        String.valueOf(point.threads()),
        number("%,.0f", point.measurement().perSecond()),
        number("%.3f", point.measurement().p50Micros() / 1000.0),
        number("%.3f", point.measurement().p99Micros() / 1000.0),
        number("%,.0f", point.diskReadsPerSecond()),
        ratio(ratioOfGetItem),
        ratio(ratioOfEngine));
  }

  private static String ratio(double value) {
    return number(value > GOAL ? "**%.2f**" : "%.2f", value);
  }

  private static void disk(StringBuilder text, List<LargeComparison.DiskPoint> disk) {
    if (disk.isEmpty()) {
      return;
    }
    text.append(
        """

        The disk alone, by `fio`: reads of 4 kB at random positions of a file of %d GB, not from the operating system's cache.

        | threads | reads a second | p99 ms |
        |--:|--:|--:|
        """
            .formatted(LargeComparison.DISK_FILE_GIGABYTES));
    for (var point : disk) {
      row(
          text,
          String.valueOf(point.threads()),
          number("%,.0f", point.readsPerSecond()),
          millis(point.p99Micros()));
    }
  }
}
