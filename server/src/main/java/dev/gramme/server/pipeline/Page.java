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
   * Whether the answer needs only memory and no waiting. Such a page is answered on the event loop,
   * so long requests do not delay it.
   */
  default boolean isImmediate() {
    return false;
  }

  /**
   * The page at a path, or the page of the enclosing path that ends with a slash; null if there is
   * none.
   */
  static @Nullable Page at(Map<String, Page> pages, String path) {
    var page = pages.get(path);
    return page != null ? page : pages.get(path.substring(0, path.lastIndexOf('/') + 1));
  }

  /** Marks a page as immediate. */
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
