package dev.gramme.bench;

import dev.gramme.server.http.HttpLimits;
import dev.gramme.server.http.HttpResponse;
import dev.gramme.server.http.HttpServer;
import java.nio.charset.StandardCharsets;

/** Gramme's HTTP server without a database: every response has the same body. */
final class BareHttp {
  private static final byte[] BODY = "x".repeat(560).getBytes(StandardCharsets.US_ASCII);

  private BareHttp() {}

  /** Serves on the given port. */
  public static void main(String[] args) throws Exception {
    var server =
        HttpServer.start(
            "127.0.0.1",
            Integer.parseInt(args[0]),
            HttpLimits.DEFAULT,
            exchange ->
                exchange.respond(
                    new HttpResponse(200, "application/x-amz-json-1.0", BODY)
                        .with("x-amzn-RequestId", "A".repeat(52))
                        .with("x-amz-crc32", "1234567890")));
    System.out.println("listening on " + server.port());
  }
}
