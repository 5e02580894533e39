package dev.gramme.server.pipeline;

import dev.gramme.server.http.HttpRequest;
import dev.gramme.server.http.HttpResponse;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A page beside the protocol, such as {@code /health}. */
@FunctionalInterface
public interface Page {

  /** Answers a GET, POST, PUT or DELETE of the page. */
  HttpResponse answer(HttpRequest request);

  /**
   * Whether the page is answered from memory at once. Such a page is answered on the event loop, so
   * that no request that takes long delays it.
   */
  default boolean isImmediate() {
    return false;
  }

  /** The page at a path, or that of its folder: one whose path ends with a slash. */
  static @Nullable Page at(Map<String, Page> pages, String path) {
    var page = pages.get(path);
    return page != null ? page : pages.get(path.substring(0, path.lastIndexOf('/') + 1));
  }

  /** A page that is answered from memory at once. */
  static Page immediate(Page page) {
    return new Page() {
      @Override
      public HttpResponse answer(HttpRequest request) {
        return page.answer(request);
      }

      @Override
      public boolean isImmediate() {
        return true;
      }
    };
  }
}
