package dev.gramme.functions;

import dev.gramme.model.ApiError;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.event.ruler.Machine;

/**
 * Which records are handed over: those that match one of the patterns, judged by AWS's own rules.
 */
final class RecordFilter {
  private static final int MAX_PATTERNS = 10;

  private final @Nullable Machine machine;

  /**
   * A filter of patterns; none lets all pass.
   *
   * @throws ApiError if one of them is no pattern
   */
  RecordFilter(List<String> patterns) {
    if (patterns.size() > MAX_PATTERNS) {
      throw ApiError.validation("FilterCriteria has more than " + MAX_PATTERNS + " filters");
    }
    Machine rules = patterns.isEmpty() ? null : Machine.builder().build();
    for (int i = 0; rules != null && i < patterns.size(); i++) {
      try {
        rules.addRule(Integer.toString(i), patterns.get(i));
      } catch (IOException | RuntimeException e) {
        throw ApiError.validation(
            "Invalid filter pattern " + patterns.get(i) + ": " + e.getMessage());
      }
    }
    this.machine = rules;
  }

  /** Whether a record is handed over. */
  boolean passes(String record) {
    if (machine == null) {
      return true;
    }
    try {
      return !machine.rulesForJSONEvent(record).isEmpty();
    } catch (Exception e) {
      // The library declares it; a record that we have written is JSON.
      throw new IllegalStateException("a record that cannot be filtered", e);
    }
  }
}
