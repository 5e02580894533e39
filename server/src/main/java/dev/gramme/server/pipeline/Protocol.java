package dev.gramme.server.pipeline;

import dev.gramme.model.ApiError;
import dev.gramme.model.budget.RequestBudget;
import dev.gramme.server.http.HttpRequest;
import dev.gramme.server.pipeline.Authenticator.Identity;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The interface between the pipeline and the operations: JSON bytes in, JSON bytes out. */
public interface Protocol {

  /** The operation of a target such as {@code DynamoDB_20120810.PutItem}, null if there is none. */
  @Nullable Call call(String target);

  /**
   * Checks that a body is well-formed JSON.
   *
   * @throws ApiError a SerializationException without text if it is not
   */
  void checkSyntax(byte[] body);

  /**
   * The body of an error, in parts.
   *
   * @throws ApiError a ThrottlingException if the error holds items and there is no memory for them
   */
  List<ByteBuffer> error(ApiError error, RequestBudget budget);

  /** Called for a request that was refused because its signature is missing or wrong. */
  default void unauthentic(Call call, HttpRequest request, String requestId, ApiError refusal) {}

  /** Called for a request with a valid signature whose body is empty or cannot be decompressed. */
  default void undecodable(Call call, Identity identity, String requestId) {}

  /** One operation. */
  interface Call {

    /** The name of the operation. */
    String name();

    /** Whether a request may take so long that it must not run on an event loop. */
    boolean isLong();

    /**
     * The table that a request names; empty if it names none or several.
     *
     * @param body the JSON as the client sent it, which may be invalid
     */
    String table(byte[] body);

    /**
     * Executes a request.
     *
     * @param body the JSON as the client sent it; invalid JSON is an error of the request
     * @param host the host and port in the request, null if it has none
     * @param requestId the id in the response
     * @param budget the budget of the request; within a turn, the call may throw {@link
     *     RequestBudget.TurnOver} before it has had any effect
     * @return the answer; fails with an {@link ApiError} if the client caused the failure. The
     *     error may also be thrown directly
     */
    CompletionStage<? extends Answer> execute(
        byte[] body,
        Identity identity,
        @Nullable String host,
        String requestId,
        RequestBudget budget);
  }

  /** The answer to a request, not encoded yet. */
  @FunctionalInterface
  interface Answer {

    /**
     * The body, in parts. Called on the thread of the client's connection or on one for long
     * requests, never on the store's.
     *
     * @throws ApiError a ThrottlingException if there is no memory for it
     */
    List<ByteBuffer> encode();
  }
}
