package dev.gramme.server.admin;

import dev.gramme.server.http.HttpRequest;
import dev.gramme.server.http.HttpResponse;
import dev.gramme.server.pipeline.Page;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/**
 * A page for operators. Requests from this machine may read it without a token. Changes, and reads
 * from elsewhere, need the token.
 *
 * @param changesHere whether requests from this machine may also make changes without a token
 */
public record TokenPage(Page page, Supplier<AdminToken> token, boolean changesHere)
    implements Page {
  private static final byte[] REFUSAL =
      "this needs the header Authorization: Bearer TOKEN with the token of --admin-token\n"
          .getBytes(StandardCharsets.UTF_8);

  /** A page whose changes need the token everywhere. */
  public TokenPage(Page page, Supplier<AdminToken> token) {
    this(page, token, false);
  }

  @Override
  public HttpResponse answer(HttpRequest request) {
    boolean isHere = (changesHere || request.method().equals("GET")) && isLocal(request.source());
    return isHere || token.get().isCarriedBy(request)
        ? page.answer(request)
        : new HttpResponse(401, "text/plain", REFUSAL).with("WWW-Authenticate", "Bearer");
  }

  /** Whether an IP address, as the connection reports it, is a loopback address. */
  private static boolean isLocal(String source) {
    return source.startsWith("127.") || source.equals("0:0:0:0:0:0:0:1") || source.equals("::1");
  }
}
