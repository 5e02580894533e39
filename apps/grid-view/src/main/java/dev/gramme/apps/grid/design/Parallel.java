package dev.gramme.apps.grid.design;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/** Applies a function to many elements concurrently. */
final class Parallel {
  private Parallel() {}

  /**
   * The results in the order of the elements; each call has a thread of its own.
   *
   * @throws RuntimeException the exception of a failed call
   */
  static <T, R> List<R> map(List<T> things, Function<T, R> function) {
    if (things.size() == 1) {
      return List.of(function.apply(things.getFirst()));
    }
    try (var threads = Executors.newCachedThreadPool()) {
      List<Future<R>> futures = new ArrayList<>();
      for (T thing : things) {
        futures.add(threads.submit(() -> function.apply(thing)));
      }
      List<R> results = new ArrayList<>();
      for (Future<R> future : futures) {
        results.add(future.get());
      }
      return results;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause
          ? cause
          : new IllegalStateException(e.getCause());
    }
  }
}
