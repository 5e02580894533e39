package dev.gramme.functions;

import dev.gramme.api.stream.SequenceNumber;
import dev.gramme.model.ApiError;
import dev.gramme.wire.JsonObject;
import dev.gramme.wire.Member;
import dev.gramme.wire.RequestDecoder;
import dev.gramme.wire.Shape;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** The response of a function. As with Lambda, an empty response means success. */
final class FunctionAnswer {
  /** No record has failed. */
  static final int NONE = -1;

  private static final Member<String> IDENTIFIER =
      Member.optional("itemIdentifier", Shape.string());
  private static final Member<List<Structure>> FAILURES =
      Member.optional(
          "batchItemFailures", Shape.list(StructureShape.of("BatchItemFailure", IDENTIFIER)));
  private static final StructureShape SHAPE = StructureShape.of("StreamsEventResponse", FAILURES);

  private final byte[] body;

  FunctionAnswer(byte[] body) {
    this.body = body;
  }

  private boolean isEmpty() {
    return body.length == 0 || (body.length == 4 && body[0] == 'n');
  }

  /**
   * The index of the first record that failed, or {@link #NONE}. If an identifier is missing or not
   * in the batch, all records failed.
   */
  int firstFailure(StreamBatch batch) {
    if (isEmpty()) {
      return NONE;
    }
    List<Structure> failures;
    try {
      failures =
          RequestDecoder.decode(body, 0, body.length, SHAPE).getOrDefault(FAILURES, List.of());
    } catch (ApiError malformed) {
      return 0;
    }
    int first = NONE;
    for (Structure failure : failures) {
      int index = index(batch, failure.getOrDefault(IDENTIFIER, ""));
      if (first == NONE || index < first) {
        first = index;
      }
    }
    return first;
  }

  private static int index(StreamBatch batch, String identifier) {
    for (int i = 0; i < batch.records().size(); i++) {
      if (SequenceNumber.of(batch.records().get(i).sequence()).equals(identifier)) {
        return i;
      }
    }
    return 0;
  }

  /** The state to keep for the window; empty if the response has none. */
  Optional<String> state() {
    if (isEmpty()) {
      return Optional.empty();
    }
    try {
      return new JsonObject(body)
          .object("state")
          .map(state -> new String(state, StandardCharsets.UTF_8));
    } catch (ApiError malformed) {
      return Optional.empty();
    }
  }
}
