package dev.gramme.engine.time;

import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * The failures of parts of a job that do not depend on each other: each part is tried, and the job
 * fails in the end if any of them did. So one table whose rows cannot be read does not keep the
 * others waiting.
 */
public final class Failures {
  private @Nullable RuntimeException first;

  /** Runs a part; keeps what it throws for {@link #rethrow}. */
  public void attempt(Runnable part) {
    try {
      part.run();
    } catch (RuntimeException e) {
      RuntimeException cause =
          e instanceof CompletionException && e.getCause() instanceof RuntimeException it ? it : e;
      if (first == null) {
        first = cause;
      } else if (!first.equals(cause)) {
        first.addSuppressed(cause);
      }
    }
  }

  /** Throws the first failure, with the others suppressed; returns if there was none. */
  public void rethrow() {
    if (first != null) {
      throw first;
    }
  }
}
