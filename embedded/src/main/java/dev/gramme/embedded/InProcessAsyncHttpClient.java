package dev.gramme.embedded;

import dev.gramme.server.http.HttpHandler;
import dev.gramme.server.http.HttpResponse;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import software.amazon.awssdk.http.async.AsyncExecuteRequest;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.http.async.SdkAsyncHttpResponseHandler;
import software.amazon.awssdk.utils.async.SimplePublisher;

/**
 * The HTTP client of an asynchronous SDK client. It calls the server within the same process.
 *
 * <p>The database completes a write on the thread that commits all writes. The SDK and the user's
 * code process a response and may block, so each response is delivered on a thread of its own.
 */
final class InProcessAsyncHttpClient implements SdkAsyncHttpClient {
  private static final Executor ANSWERS =
      Executors.newCachedThreadPool(
          Thread.ofPlatform().daemon().name("gramme-answer-", 0).factory());

  private final HttpHandler handler;

  InProcessAsyncHttpClient(HttpHandler handler) {
    this.handler = handler;
  }

  @Override
  public CompletableFuture<Void> execute(AsyncExecuteRequest request) {
    var done = new CompletableFuture<Void>();
    var _ =
        read(request.requestContentPublisher())
            .thenCompose(body -> InProcessCall.begin(handler, request.request(), body))
            .whenCompleteAsync(
                (response, failure) -> {
                  if (failure != null) {
                    request.responseHandler().onError(failure);
                    done.completeExceptionally(failure);
                  } else {
                    deliver(response, request.responseHandler());
                    done.complete(null);
                  }
                },
                ANSWERS);
    return done;
  }

  private static void deliver(HttpResponse response, SdkAsyncHttpResponseHandler responseHandler) {
    var body = new SimplePublisher<ByteBuffer>();
    responseHandler.onHeaders(InProcessCall.headers(response));
    responseHandler.onStream(body);
    var _ = body.send(ByteBuffer.wrap(response.body()));
    var _ = body.complete();
  }

  private static CompletableFuture<byte[]> read(Publisher<ByteBuffer> content) {
    var whole = new CompletableFuture<byte[]>();
    content.subscribe(
        new Subscriber<>() {
          private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

          @Override
          public void onSubscribe(Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
          }

          @Override
          public void onNext(ByteBuffer part) {
            byte[] copy = new byte[part.remaining()];
            part.get(copy);
            bytes.writeBytes(copy);
          }

          @Override
          public void onError(Throwable failure) {
            whole.completeExceptionally(failure);
          }

          @Override
          public void onComplete() {
            whole.complete(bytes.toByteArray());
          }
        });
    return whole;
  }

  @Override
  public String clientName() {
    return "Gramme";
  }

  @Override
  public void close() {
    // The owner of the database closes it.
  }
}
