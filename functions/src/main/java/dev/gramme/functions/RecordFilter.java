package dev.gramme.functions;

import dev.gramme.model.ApiError;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.event.ruler.Machine;

/** Selects records with event filter patterns, using AWS's own rule engine. */
final class RecordFilter {
  private static final int MAX_PATTERNS = 10;

  private final @Nullable Machine machine;

  /**
   * A filter that passes records which match at least one pattern; without patterns it passes all.
   *
   * @throws ApiError if a pattern is invalid
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

  /** Whether a record matches. */
  boolean passes(String record) {
    if (machine == null) {
      return true;
    }
    try {
      return !machine.rulesForJSONEvent(record).isEmpty();
    } catch (Exception e) {
      // Declared by the library, but cannot happen: the record is JSON that this module wrote.
      throw new IllegalStateException("the record cannot be filtered", e);
    }
  }
}
