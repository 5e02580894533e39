package dev.gramme.embedded.proof;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/** Runs work on several threads concurrently. */
final class Parallel {
  private Parallel() {}

  /**
   * Runs the work of each thread, numbered from 0. Returns the results in the order of the threads.
   */
  static <T> List<T> run(int threads, IntFunction<Callable<T>> work) throws Exception {
    try (var executor = Executors.newFixedThreadPool(threads)) {
      var running = new ArrayList<Future<T>>();
      for (int i = 0; i < threads; i++) {
        running.add(executor.submit(work.apply(i)));
      }
      var results = new ArrayList<T>();
      for (var one : running) {
        results.add(one.get());
      }
      return results;
    } catch (ExecutionException e) {
      throw new AssertionError("a thread failed: " + e.getCause(), e.getCause());
    }
  }
}
