package dev.gramme.server.console;

import dev.gramme.server.admin.AdminToken;
import dev.gramme.server.http.HttpRequest;
import dev.gramme.server.http.HttpResponse;
import dev.gramme.server.pipeline.Page;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The pages for operators that the console shows, at the console's own address, because its page
 * may send requests to no other. All but the forks are read-only. As at the operators' address,
 * requests from this machine need no token and all others need the admin token. A proxy on this
 * machine forwards requests of other machines, so a request with a header of a proxy needs the
 * token, too.
 */
public final class LivePages implements Page {
  /** The path of all of these pages. */
  public static final String PATH = ConsolePage.FILES + "live/";

  /** The page that also makes and removes forks. */
  private static final String FORKS = "forks";

  private static final List<String> MARKS_OF_PROXIES =
      List.of("Forwarded", "X-Forwarded-For", "X-Real-IP", "Via");

  private final Supplier<Map<String, Page>> pages;
  private final Supplier<AdminToken> token;

  /**
   * The pages by their names.
   *
   * @param pages each page checks the token itself
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
    if (!request.method().equals("GET") && !name.equals(FORKS)) {
      return line(405, "this page can only be read").with("Allow", "GET");
    }
    Page page = pages.get().get(name);
    if (page == null) {
      return line(404, "there is no such page");
    }
    boolean isForwarded =
        MARKS_OF_PROXIES.stream().anyMatch(mark -> request.fields().first(mark) != null);
    return isForwarded && !token.get().isCarriedBy(request)
        ? line(401, "this needs the admin token").with("WWW-Authenticate", "Bearer")
        : page.answer(request);
  }

  private static HttpResponse line(int status, String text) {
    return new HttpResponse(
        status, "text/plain", (text + "\n").getBytes(StandardCharsets.US_ASCII));
  }
}
