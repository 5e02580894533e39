package dev.gramme.server.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.storage.StorageException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Repeated internal errors are logged once a second and counted. */
final class FaultLogTest {
  private final List<String> lines = new ArrayList<>();
  private final List<@Nullable Throwable> traces = new ArrayList<>();
  private long nanos = Long.MAX_VALUE - 5; // a clock of this kind may overflow
  private final FaultLog log =
      new FaultLog(
          (line, trace) -> {
            lines.add(line);
            traces.add(trace);
          },
          () -> nanos);

  private static StorageException diskFull() {
    return new StorageException("The database cannot be written: the disk is full");
  }

  @Test
  void failures_of_the_store_are_one_line_a_second_without_a_stack_trace() {
    for (int i = 0; i < 1000; i++) {
      log.log(i % 2 == 0 ? "PutItem" : "Query", "ID" + i, new CompletionException(diskFull()));
    }
    nanos += TimeUnit.SECONDS.toNanos(1);
    log.log("PutItem", "LAST", diskFull());
    assertThat(lines)
        .containsExactly(
            "the store failed in PutItem request ID0:"
                + " The database cannot be written: the disk is full",
            "the store failed in PutItem request LAST, and 999 more of this kind since the last line:"
                + " The database cannot be written: the disk is full");
    assertThat(traces).containsOnlyNulls();
  }

  @Test
  void other_faults_are_logged_with_a_stack_trace_once_a_second_for_each_place() {
    for (int i = 0; i < 10; i++) {
      log.log("Scan", "ID" + i, new IllegalStateException("here"));
    }
    log.log("Scan", "OTHER", new IllegalStateException("elsewhere"));
    log.log("Scan", "NONE", null);
    nanos += TimeUnit.MILLISECONDS.toNanos(999);
    log.log("Scan", "EARLY", null);
    assertThat(lines)
        .containsExactly(
            "internal error in Scan request ID0",
            "internal error in Scan request OTHER",
            "internal error in Scan request NONE");
    assertThat(traces.subList(0, 2)).doesNotContainNull();
  }

  @Test
  void many_kinds_take_limited_memory_and_few_lines() {
    for (int i = 0; i < 1000; i++) {
      var fault = new IllegalStateException("here");
      fault.setStackTrace(
          new StackTraceElement[] {new StackTraceElement("Class" + i, "method", "File", i)});
      log.log("Scan", "ID" + i, fault);
    }
    assertThat(lines).hasSizeLessThan(50);
  }
}
