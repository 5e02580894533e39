package dev.gramme.server.admin;

import dev.gramme.server.http.HttpRequest;
import dev.gramme.server.http.HttpResponse;
import dev.gramme.server.pipeline.Page;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/**
 * A page for operators. Requests from other machines need the token. Those from this machine need
 * it unless the page allows them.
 *
 * @param local the requests from this machine that need no token
 */
public record TokenPage(Page page, Supplier<AdminToken> token, Local local) implements Page {
  /** Which requests from this machine need no token. */
  public enum Local {
    /** None: the page shows data that access policies protect. */
    NOTHING,
    /** GET. */
    READS,
    /** All. */
    EVERYTHING
  }

  private static final byte[] REFUSAL =
      "this needs the header Authorization: Bearer TOKEN with the token of --admin-token\n"
          .getBytes(StandardCharsets.UTF_8);

  /** A page whose changes need the token everywhere. */
  public TokenPage(Page page, Supplier<AdminToken> token) {
    this(page, token, Local.READS);
  }

  @Override
  public HttpResponse answer(HttpRequest request) {
    boolean isAllowed =
        switch (local) {
          case NOTHING -> false;
          case READS -> request.method().equals("GET");
          case EVERYTHING -> true;
        };
    return (isAllowed && isLocal(request.source())) || token.get().isCarriedBy(request)
        ? page.answer(request)
        : new HttpResponse(401, "text/plain", REFUSAL).with("WWW-Authenticate", "Bearer");
  }

  /** Whether an IP address, as the connection reports it, is a loopback address. */
  private static boolean isLocal(String source) {
    return source.startsWith("127.") || source.equals("0:0:0:0:0:0:0:1") || source.equals("::1");
  }
}
