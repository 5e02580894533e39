package dev.gramme.server.admin;

import dev.gramme.server.http.HttpRequest;
import dev.gramme.server.http.HttpResponse;
import dev.gramme.server.pipeline.Page;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/**
 * A page for operators. From the machine itself everybody may read it; to change something, or to
 * read it from elsewhere, a request must bear the token.
 */
public record TokenPage(Page page, Supplier<AdminToken> token) implements Page {
  private static final byte[] REFUSAL =
      "this needs the header Authorization: Bearer TOKEN with the token of --admin-token\n"
          .getBytes(StandardCharsets.UTF_8);

  @Override
  public HttpResponse answer(HttpRequest request) {
    boolean readsHere = request.method().equals("GET") && isLocal(request.source());
    return readsHere || token.get().isBorneBy(request)
        ? page.answer(request)
        : new HttpResponse(401, "text/plain", REFUSAL).with("WWW-Authenticate", "Bearer");
  }

  /** Whether an IP address, as the connection gives it, is one of the loopback interface. */
  private static boolean isLocal(String source) {
    return source.startsWith("127.") || source.equals("0:0:0:0:0:0:0:1") || source.equals("::1");
  }
}
