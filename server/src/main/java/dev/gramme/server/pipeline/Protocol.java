package dev.gramme.server.pipeline;

import dev.gramme.model.ApiError;
import dev.gramme.model.budget.RequestBudget;
import dev.gramme.server.http.HttpRequest;
import dev.gramme.server.pipeline.Authenticator.Identity;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The operations as the pipeline needs them: bytes of JSON in, bytes of JSON out. */
public interface Protocol {

  /** The operation of a target such as {@code DynamoDB_20120810.PutItem}, null if there is none. */
  @Nullable Call call(String target);

  /**
   * Checks that a body is JSON.
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

  /** Notes a request that was refused because its signature was missing or wrong. */
  default void unauthentic(Call call, HttpRequest request, String requestId, ApiError refusal) {}

  /** One operation. */
  interface Call {

    /** Its name. */
    String name();

    /** Whether a request may take so long that other clients' requests should not wait for it. */
    boolean isLong();

    /**
     * Carries out a request.
     *
     * @param body the JSON as it came; what is wrong with it is an error of the request
     * @param host the host and port that the client addresses, null if it does not name them
     * @param requestId the id that the client gets
     * @param budget what the request may use; with a turn, the call may throw {@link
     *     RequestBudget.TurnOver} before it has had any effect
     * @return the answer; fails with an {@link ApiError} for what the client caused, which may also
     *     be thrown at once
     */
    CompletionStage<? extends Answer> execute(
        byte[] body,
        Identity identity,
        @Nullable String host,
        String requestId,
        RequestBudget budget);
  }

  /** The answer to a request, not yet in bytes. */
  @FunctionalInterface
  interface Answer {

    /**
     * The body, in parts. It is made on the thread of the client's connection or on one for long
     * requests, never on the store's.
     *
     * @throws ApiError a ThrottlingException if there is no memory for it
     */
    List<ByteBuffer> encode();
  }
}
