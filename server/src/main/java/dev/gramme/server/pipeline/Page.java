package dev.gramme.server.pipeline;

import dev.gramme.server.http.HttpRequest;
import dev.gramme.server.http.HttpResponse;

/** What is at another path than the protocol's own. */
@FunctionalInterface
public interface Page {
  /**
   * The answer to a GET, POST, PUT or DELETE. May take long: it is not given on a thread of
   * connections.
   */
  HttpResponse answer(HttpRequest request);
}
