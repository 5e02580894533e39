package dev.gramme.server.pipeline;

import dev.gramme.model.ApiError;
import dev.gramme.server.pipeline.Authenticator.Identity;
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

  /** The body that tells an error. */
  byte[] error(ApiError error);

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
     * @return the answer; fails with an {@link ApiError} for what the client caused, which may also
     *     be thrown at once
     */
    CompletionStage<? extends Answer> execute(byte[] body, Identity identity);
  }

  /** The answer to a request, not yet in bytes. */
  @FunctionalInterface
  interface Answer {

    /** The body. Made on the thread of the client's connection rather than on the store's. */
    byte[] encode();
  }
}
