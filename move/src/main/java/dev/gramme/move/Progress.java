package dev.gramme.move;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/** Counts items and prints their number every few seconds. */
public final class Progress {
  private static final Duration INTERVAL = Duration.ofSeconds(5);

  private final PrintStream err;
  private final String verb;
  private final long expected;
  private final AtomicLong count = new AtomicLong();
  private final long start = System.nanoTime();
  private final AtomicLong printed = new AtomicLong(start);

  /**
   * Starts at zero.
   *
   * @param verb what happens to items, such as "copied"
   * @param expected the estimated number of all items; 0 if it is unknown
   */
  public Progress(PrintStream err, String verb, long expected) {
    this.err = err;
    this.verb = verb;
    this.expected = expected;
  }

  /** Adds items. */
  public void add(long items) {
    count.addAndGet(items);
    long now = System.nanoTime();
    long last = printed.get();
    if (now - last > INTERVAL.toNanos() && printed.compareAndSet(last, now)) {
      err.println(line(now));
    }
  }

  private String line(long now) {
    long items = count.get();
    double perSecond = items / ((now - start) / 1e9);
    String of =
        expected == 0
            ? ""
            : String.format(
                Locale.ROOT,
                " of about %,d (%d%%)",
                expected,
                Math.min(100, items * 100 / expected));
    return String.format(
        Locale.ROOT, "%s %,d%s items, %,.0f per second", verb, items, of, perSecond);
  }

  /** The number of items. */
  public long count() {
    return count.get();
  }
}
