package dev.gramme.server.pipeline;

import dev.gramme.server.http.HttpRequest;
import dev.gramme.server.http.HttpResponse;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is at another path than the protocol's own. */
@FunctionalInterface
public interface Page {
  /**
   * The answer to a GET, POST, PUT or DELETE. May take long: it is not given on a thread of
   * connections.
   */
  HttpResponse answer(HttpRequest request);

  /** The page at a path, or that of its folder: one whose path ends with a slash. */
  static @Nullable Page at(Map<String, Page> pages, String path) {
    var page = pages.get(path);
    return page != null ? page : pages.get(path.substring(0, path.lastIndexOf('/') + 1));
  }
}
