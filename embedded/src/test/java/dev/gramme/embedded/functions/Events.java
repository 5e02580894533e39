package dev.gramme.embedded.functions;

import dev.gramme.functions.StreamFunction;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.protocols.jsoncore.JsonNode;

/** A function that keeps what it was given, and does then what a test has told it. Thread-safe. */
final class Events implements StreamFunction {
  /** What is to be answered. */
  interface Answer {
    @Nullable String to(List<Integer> versions) throws Exception;
  }

  private final List<JsonNode> events = new ArrayList<>();
  private final List<List<Integer>> batches = new ArrayList<>();
  private volatile Answer answer = versions -> null;

  void answering(Answer next) {
    answer = next;
  }

  @Override
  public @Nullable String handle(String event) throws Exception {
    JsonNode parsed = JsonNode.parser().parse(event);
    List<Integer> versions = records(parsed).stream().map(Events::version).toList();
    synchronized (this) {
      events.add(parsed);
      batches.add(versions);
    }
    return answer.to(versions);
  }

  static List<JsonNode> records(JsonNode event) {
    return event.field("Records").orElseThrow().asArray();
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

  /** The versions as they came. */
  synchronized List<Integer> versions() {
    return batches.stream().flatMap(List::stream).toList();
  }
}
