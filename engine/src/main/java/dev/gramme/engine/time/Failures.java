package dev.gramme.engine.time;

import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Collects the failures of independent parts of a job: every part is attempted, and the job fails
 * at the end if any part failed. A table whose rows cannot be read thus does not block the others.
 */
public final class Failures {
  private @Nullable RuntimeException first;

  /** Runs a part and records its exception for {@link #rethrow}. */
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

  /**
   * Throws the first failure, with the others as suppressed exceptions; returns if there was none.
   */
  public void rethrow() {
    if (first != null) {
      throw first;
    }
  }
}
