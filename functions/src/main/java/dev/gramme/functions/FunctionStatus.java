package dev.gramme.functions;

import dev.gramme.wire.JsonWriter;
import java.time.Duration;

/**
 * The current status of a function.
 *
 * @param invocations the number of calls since the function was bound in this process, or the
 *     database was opened
 * @param failures how many of these calls failed completely or partially
 * @param records the number of processed records
 * @param discarded the number of discarded records
 * @param filtered the number of records that did not match the filters
 * @param iteratorAge the age of the oldest record that is not processed yet
 */
public record FunctionStatus(
    String name,
    FunctionMapping mapping,
    State state,
    long invocations,
    long failures,
    long records,
    long discarded,
    long filtered,
    Duration iteratorAge) {

  /** Whether a function runs. */
  public enum State {
    /** It is called for new changes. */
    ENABLED("Enabled"),
    /** It belongs to this process's program, which has not bound it yet. */
    UNBOUND("Unbound"),
    /** Its stream has ended and is processed completely. */
    ENDED("Ended");

    private final String text;

    State(String text) {
      this.text = text;
    }
  }

  /** Writes it as a JSON object. */
  public void write(JsonWriter out) {
    out.beginObject();
    out.name("FunctionName").string(name);
    MappingDocument.write(out, mapping);
    out.name("State").string(state.text);
    out.name("Invocations").number(invocations);
    out.name("Failures").number(failures);
    out.name("Records").number(records);
    out.name("DiscardedRecords").number(discarded);
    out.name("FilteredRecords").number(filtered);
    out.name("IteratorAgeMillis").number(iteratorAge.toMillis());
    out.endObject();
  }
}
