package dev.gramme.server;

import dev.gramme.server.http.HttpRequest;
import dev.gramme.server.http.HttpResponse;
import dev.gramme.server.pipeline.Page;
import java.nio.charset.StandardCharsets;

/** A page that only the machine itself may ask for. */
record LocalPage(Page page) implements Page {
  private static final byte[] REFUSAL =
      "with identities, this page answers requests from its own machine only\n"
          .getBytes(StandardCharsets.UTF_8);

  @Override
  public HttpResponse answer(HttpRequest request) {
    return isLocal(request.source())
        ? page.answer(request)
        : new HttpResponse(403, "text/plain", REFUSAL);
  }

  /** Whether an IP address, as the connection gives it, is one of the loopback interface. */
  private static boolean isLocal(String source) {
    return source.startsWith("127.") || source.equals("0:0:0:0:0:0:0:1") || source.equals("::1");
  }
}
