package dev.gramme.server.files;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Looks once a second whether files have changed; without any, it has no thread. */
public final class FileWatch implements AutoCloseable {
  private static final long EVERY_SECONDS = 1;

  private @Nullable ScheduledExecutorService thread;
  private boolean closed;

  /** Watches further files. */
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
