package dev.gramme.server.backup;

import java.io.PrintStream;
import java.util.Locale;
import java.util.function.LongSupplier;

/** Prints the progress of a backup or restore, at most one line each second. */
final class Progress {
  private static final long INTERVAL_NANOS = 1_000_000_000;
  private static final long KILO = 1000;

  private final PrintStream out;
  private final LongSupplier nanos;
  private String what = "";
  private int files;
  private int allFiles;
  private long bytes;
  private long allBytes;
  private long printed;

  /**
   * @param nanos a clock for intervals
   */
  Progress(PrintStream out, LongSupplier nanos) {
    this.out = out;
    this.nanos = nanos;
  }

  /** Begins a step. */
  void begin(String step, int stepFiles, long stepBytes) {
    what = step;
    files = 0;
    allFiles = stepFiles;
    bytes = 0;
    allBytes = stepBytes;
    printed = nanos.getAsLong();
  }

  /** Some bytes are done. */
  void add(long count) {
    bytes += count;
    long now = nanos.getAsLong();
    if (now - printed >= INTERVAL_NANOS) {
      printed = now;
      print();
    }
  }

  /** A file is done. */
  void fileDone() {
    files++;
  }

  /** Prints the end of the step. */
  void end() {
    print();
  }

  private void print() {
    out.println(
        "gramme: %s %d of %d files, %s of %s"
            .formatted(what, files, allFiles, size(bytes), size(allBytes)));
  }

  /** A size for readers, such as {@code 1.5 MB}. */
  static String size(long bytes) {
    String[] units = {"B", "kB", "MB", "GB", "TB"};
    double size = bytes;
    int unit = 0;
    while (size >= KILO && unit < units.length - 1) {
      size /= KILO;
      unit++;
    }
    return unit == 0 ? bytes + " B" : String.format(Locale.ROOT, "%.1f %s", size, units[unit]);
  }
}
