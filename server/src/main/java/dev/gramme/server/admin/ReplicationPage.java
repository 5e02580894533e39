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
 * Where a region hears from those in other processes. Those that it does not know are refused, and,
 * if there is a secret, those that do not know it.
 */
public final class ReplicationPage implements Page {
  private static final Logger LOG = LoggerFactory.getLogger(ReplicationPage.class);
  private static final int UNAVAILABLE = 503;

  private final Peer region;
  private final @Nullable ReplicationProofs proofs;

  /**
   * A page.
   *
   * @param proofs that others must bring, null if whoever comes is believed
   */
  public ReplicationPage(Peer region, @Nullable ReplicationProofs proofs) {
    this.region = region;
    this.proofs = proofs;
  }

  @Override
  public HttpResponse answer(HttpRequest request) {
    if (!request.method().equals("POST")) {
      return told(405, "only POST");
    }
    if (request.fields().first("Origin") != null) {
      return told(403, "not from a browser");
    }
    var proof = request.fields().first(ReplicationSecret.HEADER);
    if (proofs != null && !proofs.accept(request.path(), request.body(), proof)) {
      LOG.warn(
          "a message to {} from {} is not proven by the replication secret",
          request.path(),
          request.source());
      return told(403, "not proven by the replication secret");
    }
    Message message;
    try {
      message = Message.decode(request.body());
    } catch (RuntimeException e) {
      LOG.debug("what came was no message", e);
      return told(400, "no message");
    }
    try {
      return told(200, region.tell(message).name());
    } catch (Peer.UnreachableException e) {
      return told(UNAVAILABLE, "closed");
    } catch (RuntimeException e) {
      LOG.error("message {} of table {} failed", message.kind(), message.table(), e);
      return told(500, "failed");
    }
  }

  private static HttpResponse told(int status, String line) {
    return new HttpResponse(status, "text/plain", (line + "\n").getBytes(StandardCharsets.UTF_8));
  }
}
