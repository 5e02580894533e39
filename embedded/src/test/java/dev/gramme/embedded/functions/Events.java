package dev.gramme.embedded.functions;

import dev.gramme.functions.StreamFunction;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.protocols.jsoncore.JsonNode;

/**
 * A function that records its events and returns the response that a test has configured.
 * Thread-safe.
 */
final class Events implements StreamFunction {
  /**
   * The response to an event. Lanes call at the same time: a response looks at its own event, not
   * at the last one recorded.
   */
  interface Response {
    @Nullable String to(JsonNode event) throws Exception;
  }

  private final List<JsonNode> events = new ArrayList<>();
  private final List<List<Integer>> batches = new ArrayList<>();
  private volatile Response response = event -> null;

  void respondWith(Response next) {
    response = next;
  }

  @Override
  public @Nullable String handle(String event) throws Exception {
    JsonNode parsed = JsonNode.parser().parse(event);
    List<Integer> versions = versions(parsed);
    synchronized (this) {
      events.add(parsed);
      batches.add(versions);
    }
    return response.to(parsed);
  }

  static List<JsonNode> records(JsonNode event) {
    return event.field("Records").orElseThrow().asArray();
  }

  static List<Integer> versions(JsonNode event) {
    return records(event).stream().map(Events::version).toList();
  }

  static JsonNode at(JsonNode from, String... path) {
    JsonNode here = from;
    for (String name : path) {
      here = here.field(name).orElseThrow();
    }
    return here;
  }

  private static int version(JsonNode record) {
    return Integer.parseInt(at(record, "dynamodb", "NewImage", "version", "N").asString());
  }

  synchronized List<JsonNode> all() {
    return List.copyOf(events);
  }

  /** The versions in each batch. */
  synchronized List<List<Integer>> batches() {
    return List.copyOf(batches);
  }

  /** The versions in the order in which they arrived. */
  synchronized List<Integer> versions() {
    return batches.stream().flatMap(List::stream).toList();
  }
}
