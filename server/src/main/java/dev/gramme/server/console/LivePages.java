package dev.gramme.server.console;

import dev.gramme.server.admin.AdminToken;
import dev.gramme.server.http.HttpRequest;
import dev.gramme.server.http.HttpResponse;
import dev.gramme.server.pipeline.Page;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The operator pages that the console shows. Its content security policy allows requests only to
 * its own address, so this class serves the pages there. Only the forks can be changed.
 *
 * <p>Requests from this machine need no token, not even to make or remove a fork. All others need
 * the admin token, even for {@code metrics}. Both differ from the operators' address. Pages with
 * items need it also on this machine if the server has identities. A request with the header of a
 * proxy may come from another machine, so it needs the token, too.
 */
public final class LivePages implements Page {
  /** The path of all of these pages. */
  public static final String PATH = ConsolePage.FILES + "live/";

  /** The pages that also accept other methods than GET, and check the method themselves. */
  private static final Set<String> ANY_METHOD = Set.of("forks", "history", "partitions");

  private static final List<String> PROXY_HEADERS =
      List.of("Forwarded", "X-Forwarded-For", "X-Real-IP", "Via");

  private final Supplier<Map<String, Page>> pages;
  private final Supplier<AdminToken> token;

  /**
   * The pages by their names.
   *
   * @param pages each page checks the token itself
   * @param token checked here only for requests that a proxy has forwarded
   */
  public LivePages(Supplier<Map<String, Page>> pages, Supplier<AdminToken> token) {
    this.pages = pages;
    this.token = token;
  }

  @Override
  public HttpResponse answer(HttpRequest request) {
    return found(request)
        .with("Cache-Control", "no-store")
        .with("X-Content-Type-Options", "nosniff")
        .with("Cross-Origin-Resource-Policy", "same-origin");
  }

  private HttpResponse found(HttpRequest request) {
    String name = request.path().substring(PATH.length());
    if (!request.method().equals("GET") && !ANY_METHOD.contains(name)) {
      return line(405, "this page can only be read").with("Allow", "GET");
    }
    Page page = pages.get().get(name);
    if (page == null) {
      return line(404, "there is no such page");
    }
    boolean isForwarded =
        PROXY_HEADERS.stream().anyMatch(header -> request.fields().first(header) != null);
    return isForwarded && !token.get().isCarriedBy(request)
        ? line(401, "this needs the admin token").with("WWW-Authenticate", "Bearer")
        : page.answer(request);
  }

  private static HttpResponse line(int status, String text) {
    return new HttpResponse(
        status, "text/plain", (text + "\n").getBytes(StandardCharsets.US_ASCII));
  }
}
