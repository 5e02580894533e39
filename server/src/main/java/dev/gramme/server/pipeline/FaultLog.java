package dev.gramme.server.pipeline;

import dev.gramme.storage.StorageException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Logs internal errors, each kind at most once a second. When the disk is full, every write fails;
 * a stack trace for each of them would bury the cause and take more space than the requests. Errors
 * that are not logged are counted, and the next line of their kind has the count.
 *
 * <p>All failures of the store are one kind and are logged without a stack trace. Other errors are
 * of the same kind if their class and their place are equal.
 */
public final class FaultLog {
  /** All kinds beyond this number count as one. */
  private static final int MAX_KINDS = 32;

  private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final int DEEPEST_CAUSE = 16;

  private static final String OTHER_KINDS = "others";

  /** The destination of lines. */
  @FunctionalInterface
  public interface Lines {
    void error(String line, @Nullable Throwable trace);
  }

  private final Lines lines;
  private final LongSupplier nanoTime;
  private final Map<String, Kind> kinds = new HashMap<>();

  private static final class Kind {
    private long loggedAtNanos;
    private long leftOut;

    Kind(long loggedAtNanos) {
      this.loggedAtNanos = loggedAtNanos;
    }
  }

  /**
   * A log of internal errors.
   *
   * @param nanoTime a clock such as {@link System#nanoTime}
   */
  public FaultLog(Lines lines, LongSupplier nanoTime) {
    this.lines = lines;
    this.nanoTime = nanoTime;
  }

  /** Logs an error of a request, unless one of its kind was logged within the last second. */
  void log(String operation, String requestId, @Nullable Throwable fault) {
    log(operation + " request " + requestId, fault);
  }

  /** Logs an error, unless one of its kind was logged within the last second. */
  public void log(String what, @Nullable Throwable fault) {
    StorageException ofStore = ofStore(fault);
    long leftOut = admit(ofStore == null ? kind(fault) : StorageException.class.getName());
    if (leftOut < 0) {
      return;
    }
    String where =
        "%s%s"
            .formatted(
                what,
                leftOut == 0 ? "" : ", and " + leftOut + " more of this kind since the last line");
    if (ofStore == null) {
      lines.error("internal error in " + where, fault);
    } else {
      lines.error("the store failed in " + where + ": " + ofStore.getMessage(), null);
    }
  }

  /** How many errors of a kind were left out before this one; -1 if this one is left out too. */
  private synchronized long admit(String name) {
    long now = nanoTime.getAsLong();
    Kind kind = kinds.get(name);
    if (kind == null) {
      kind =
          kinds.computeIfAbsent(
              kinds.size() < MAX_KINDS ? name : OTHER_KINDS, any -> new Kind(now - INTERVAL_NANOS));
    }
    if (now - kind.loggedAtNanos < INTERVAL_NANOS) {
      kind.leftOut++;
      return -1;
    }
    long leftOut = kind.leftOut;
    kind.loggedAtNanos = now;
    kind.leftOut = 0;
    return leftOut;
  }

  private static @Nullable StorageException ofStore(@Nullable Throwable fault) {
    Throwable cause = fault;
    for (int depth = 0; cause != null && depth < DEEPEST_CAUSE; depth++) {
      if (cause instanceof StorageException failure) {
        return failure;
      }
      cause = cause.getCause();
    }
    return null;
  }

  private static String kind(@Nullable Throwable fault) {
    if (fault == null) {
      return "none";
    }
    StackTraceElement[] trace = fault.getStackTrace();
    return fault.getClass().getName() + (trace.length == 0 ? "" : " at " + trace[0]);
  }
}
