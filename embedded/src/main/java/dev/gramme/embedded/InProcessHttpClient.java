package dev.gramme.embedded;

import dev.gramme.server.http.HttpHandler;
import dev.gramme.server.http.HttpResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;

/** The HTTP client of a synchronous SDK client. It calls the server within the same process. */
final class InProcessHttpClient implements SdkHttpClient {
  private final HttpHandler handler;

  InProcessHttpClient(HttpHandler handler) {
    this.handler = handler;
  }

  @Override
  public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
    return new Call(request);
  }

  @Override
  public String clientName() {
    return "Gramme";
  }

  @Override
  public void close() {
    // The owner of the database closes it.
  }

  private final class Call implements ExecutableHttpRequest {
    private final HttpExecuteRequest request;
    private final CompletableFuture<Void> aborted = new CompletableFuture<>();

    Call(HttpExecuteRequest request) {
      this.request = request;
    }

    @Override
    public HttpExecuteResponse call() throws IOException {
      var response = InProcessCall.begin(handler, request.httpRequest(), body());
      return sdkResponse(await(response));
    }

    private byte[] body() throws IOException {
      var content = request.contentStreamProvider();
      if (content.isEmpty()) {
        return new byte[0];
      }
      try (InputStream stream = content.get().newStream()) {
        return stream.readAllBytes();
      }
    }

    private HttpResponse await(CompletableFuture<HttpResponse> response) throws IOException {
      try {
        CompletableFuture.anyOf(response, aborted).get();
        if (!response.isDone()) {
          throw new IOException("the request was aborted");
        }
        return response.get();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted while waiting for the response");
      } catch (ExecutionException e) {
        throw new IOException(e.getCause());
      }
    }

    private HttpExecuteResponse sdkResponse(HttpResponse response) {
      return HttpExecuteResponse.builder()
          .response(InProcessCall.headers(response))
          .responseBody(AbortableInputStream.create(new ByteArrayInputStream(response.body())))
          .build();
    }

    @Override
    public void abort() {
      aborted.complete(null);
    }
  }
}
