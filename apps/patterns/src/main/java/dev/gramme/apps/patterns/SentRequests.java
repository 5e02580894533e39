package dev.gramme.apps.patterns;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;

/**
 * Records the requests of clients that are built with this interceptor, in the form in which they
 * leave the process: after all other interceptors, such as one that encrypts. Thread-safe.
 */
final class SentRequests implements ExecutionInterceptor {
  private static final int MAX_REQUESTS = 100_000;

  private final List<SentRequest> sent = new ArrayList<>();

  @Override
  public void beforeTransmission(
      Context.BeforeTransmission context, ExecutionAttributes attributes) {
    String target = context.httpRequest().firstMatchingHeader("X-Amz-Target").orElseThrow();
    try (InputStream body =
        context.requestBody().orElseThrow().contentStreamProvider().newStream()) {
      add(SentRequest.of(target, body.readAllBytes()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private synchronized void add(SentRequest request) {
    if (sent.size() == MAX_REQUESTS) {
      throw new IllegalStateException("a pattern sends more than " + MAX_REQUESTS + " requests");
    }
    sent.add(request);
  }

  /** The requests until now. */
  synchronized List<SentRequest> all() {
    return List.copyOf(sent);
  }
}
