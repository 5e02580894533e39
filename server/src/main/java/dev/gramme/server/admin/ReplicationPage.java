package dev.gramme.server.admin;

import dev.gramme.engine.replication.Message;
import dev.gramme.engine.replication.Peer;
import dev.gramme.server.http.HttpRequest;
import dev.gramme.server.http.HttpResponse;
import dev.gramme.server.pipeline.Page;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Receives messages from regions in other processes. If there is a secret, each message needs a
 * valid proof.
 */
public final class ReplicationPage implements Page {
  private static final Logger LOG = LoggerFactory.getLogger(ReplicationPage.class);
  private static final int UNAVAILABLE = 503;

  private final Peer region;
  private final @Nullable ReplicationProofs proofs;

  /**
   * A page.
   *
   * @param proofs checks the proof of each message, null if messages are not authenticated
   */
  public ReplicationPage(Peer region, @Nullable ReplicationProofs proofs) {
    this.region = region;
    this.proofs = proofs;
  }

  @Override
  public HttpResponse answer(HttpRequest request) {
    if (!request.method().equals("POST")) {
      return text(405, "only POST is supported");
    }
    if (request.fields().first("Origin") != null) {
      return text(403, "not accepted from a browser");
    }
    var proof = request.fields().first(ReplicationSecret.HEADER);
    if (proofs != null && !proofs.accept(request.path(), request.body(), proof)) {
      LOG.warn(
          "refused a message to {} from {}: it has no valid proof made with the replication secret",
          request.path(),
          request.source());
      return text(403, "no valid proof made with the replication secret");
    }
    Message message;
    try {
      message = Message.decode(request.body());
    } catch (RuntimeException e) {
      LOG.debug("the request body is not a message", e);
      return text(400, "not a message");
    }
    try {
      return text(200, region.send(message).name());
    } catch (Peer.UnreachableException e) {
      return text(UNAVAILABLE, "closed");
    } catch (RuntimeException e) {
      LOG.error("message {} of table {} failed", message.kind(), message.table(), e);
      return text(500, "failed");
    }
  }

  private static HttpResponse text(int status, String line) {
    return new HttpResponse(status, "text/plain", (line + "\n").getBytes(StandardCharsets.UTF_8));
  }
}
