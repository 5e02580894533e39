package dev.gramme.server.files;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Checks once a second whether files have changed. It has a thread only if it watches files. */
public final class FileWatch implements AutoCloseable {
  private static final long EVERY_SECONDS = 1;

  private @Nullable ScheduledExecutorService thread;
  private boolean closed;

  /** Adds files to the watch. */
  public synchronized <T> ReloadedFiles<T> add(ReloadedFiles<T> files) {
    if (closed) {
      throw new IllegalStateException("closed");
    }
    var watching = thread;
    if (watching == null) {
      watching =
          Executors.newSingleThreadScheduledExecutor(new DefaultThreadFactory("file-watch", true));
      thread = watching;
    }
    var _ =
        watching.scheduleWithFixedDelay(
            files::check, EVERY_SECONDS, EVERY_SECONDS, TimeUnit.SECONDS);
    return files;
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (thread != null) {
      thread.shutdown();
    }
  }
}
