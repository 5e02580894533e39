package dev.gramme.functions;

import dev.gramme.model.Utf8;
import dev.gramme.wire.JsonWriter;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The event that a function receives.
 *
 * @param window the current tumbling window; null if the mapping has no windows
 */
record FunctionEvent(List<StreamBatch.Entry> records, @Nullable Window window) {
  /**
   * A tumbling window.
   *
   * @param state the JSON object that the function returned last
   * @param last whether this is the last call in the window
   * @param early whether the window ends early because its state is too large
   */
  record Window(
      Instant start,
      Instant end,
      String state,
      String shardId,
      String streamArn,
      boolean last,
      boolean early) {}

  byte[] json() {
    var out = new JsonWriter().beginObject();
    out.name("Records").beginArray();
    records.forEach(record -> out.json(Utf8.bytes(record.json())));
    out.endArray();
    if (window != null) {
      out.name("window").beginObject();
      out.name("start").string(window.start.toString());
      out.name("end").string(window.end.toString());
      out.endObject();
      out.name("state").json(Utf8.bytes(window.state));
      out.name("shardId").string(window.shardId);
      out.name("eventSourceARN").string(window.streamArn);
      out.name("isFinalInvokeForWindow").bool(window.last);
      out.name("isWindowTerminatedEarly").bool(window.early);
    }
    return out.endObject().toByteArray();
  }
}
