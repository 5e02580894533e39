package dev.gramme.apps.comparison;

import java.util.List;
import java.util.function.Supplier;

/** Runs the calls of a version of the shop, and records their results. */
public final class Recorder {
  private final Meter meter;
  private final List<Result> results;

  /**
   * The result of a call.
   *
   * @param pattern the access pattern
   * @param result the result as text, the same for all versions
   */
  record Result(String pattern, String result) {}

  Recorder(Meter meter, List<Result> results) {
    this.meter = meter;
    this.results = results;
  }

  /** Runs a call of an access pattern. */
  public void call(String pattern, Supplier<String> call) {
    meter.begin(pattern);
    results.add(new Result(pattern, call.get()));
  }

  /** Runs a call whose result counts, but not its requests. */
  public void check(Supplier<String> call) {
    call(Meter.NONE, call);
  }

  /** Runs a call that has no result. */
  public void call(String pattern, Runnable call) {
    call(
        pattern,
        () -> {
          call.run();
          return "";
        });
  }

  /** Runs a call that has no result, and whose requests do not count. */
  public void prepare(Runnable call) {
    call(Meter.NONE, call);
  }

  /** Runs a call that the database must refuse. */
  public void refused(Runnable call) {
    check(() -> {
      try {
        call.run();
        return "accepted";
      } catch (RuntimeException e) {
        return "refused";
      }
    });
  }
}
