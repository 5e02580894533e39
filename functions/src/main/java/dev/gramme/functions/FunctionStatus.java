package dev.gramme.functions;

import dev.gramme.wire.JsonWriter;
import java.time.Duration;

/**
 * A function as it is.
 *
 * @param invocations how often it was called since it was bound here, or the database was opened
 * @param failures how many of those calls failed, wholly or in part
 * @param records how many records it has handled
 * @param discarded how many records were given up
 * @param filtered how many records did not match its filters
 * @param iteratorAge how old the oldest record is that it has yet to handle
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
    /** It is called as changes come. */
    ENABLED("Enabled"),
    /** It is one of this process's program, which has not bound it yet. */
    UNBOUND("Unbound"),
    /** Its stream has ended, and it has handled all of it. */
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
