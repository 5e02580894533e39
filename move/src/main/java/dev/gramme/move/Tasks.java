package dev.gramme.move;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.Executors;

/** Runs tasks in parallel, each on a thread of its own. The first failure interrupts the others. */
public final class Tasks {
  private Tasks() {}

  /** What a thread does. */
  @FunctionalInterface
  public interface Task {
    /** Does it. */
    void run() throws CommandException, IOException, InterruptedException;
  }

  /** Returns when all tasks have ended, or throws the first failure. */
  public static void run(List<? extends Task> tasks)
      throws CommandException, IOException, InterruptedException {
    try (var threads = Executors.newCachedThreadPool()) {
      var done = new ExecutorCompletionService<Boolean>(threads);
      for (Task task : tasks) {
        Callable<Boolean> call =
            () -> {
              task.run();
              return true;
            };
        done.submit(call);
      }
      try {
        for (int i = 0; i < tasks.size(); i++) {
          done.take().get();
        }
      } catch (ExecutionException e) {
        threads.shutdownNow();
        rethrow(Objects.requireNonNull(e.getCause()));
      } catch (InterruptedException e) {
        threads.shutdownNow();
        throw e;
      }
    }
  }

  private static void rethrow(Throwable fault)
      throws CommandException, IOException, InterruptedException {
    switch (fault) {
      case CommandException e -> throw e;
      case UncheckedIOException e -> throw e.getCause();
      case IOException e -> throw e;
      case InterruptedException e -> throw e;
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new IllegalStateException(fault);
    }
  }
}
