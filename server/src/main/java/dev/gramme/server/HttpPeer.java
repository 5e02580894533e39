package dev.gramme.server;

import dev.gramme.engine.replication.Message;
import dev.gramme.engine.replication.Peer;
import dev.gramme.server.admin.ReplicationSecret;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * A region in another process. Each message is sent as a POST; the answer is the name of a {@link
 * Reply}.
 */
final class HttpPeer implements Peer {
  private static final Duration CONNECT = Duration.ofSeconds(2);

  /** How long a batch may take to be stored. */
  private static final Duration ANSWER = Duration.ofSeconds(10);

  private static final int OK = 200;

  private final Supplier<HttpClient> client;
  private final URI uri;
  private final @Nullable Supplier<ReplicationSecret> secret;

  /**
   * A peer.
   *
   * @param secret the secret that both servers share, null if they share none
   * @param client sends the messages
   */
  HttpPeer(
      String region,
      URI server,
      @Nullable Supplier<ReplicationSecret> secret,
      Supplier<HttpClient> client) {
    this.client = client;
    this.secret = secret;
    this.uri = server.resolve(RegionalDatabases.REPLICATION_PATH + region);
  }

  /**
   * A client for peers.
   *
   * @param tls the trusted authorities, null for those that Java trusts
   */
  static HttpClient client(@Nullable SSLContext tls) {
    var builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(CONNECT);
    return tls == null ? builder.build() : builder.sslContext(tls).build();
  }

  @Override
  public Reply send(Message message) {
    byte[] body = message.encode();
    var request =
        HttpRequest.newBuilder(uri)
            .timeout(ANSWER)
            .header("Content-Type", "application/octet-stream")
            .POST(BodyPublishers.ofByteArray(body));
    if (secret != null) {
      request.header(
          ReplicationSecret.HEADER, secret.get().proof(uri.getPath(), body, Instant.now()));
    }
    HttpResponse<String> response;
    try {
      response =
          client.get().send(request.build(), BodyHandlers.ofString(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      throw new UnreachableException("no answer from " + uri, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnreachableException("interrupted while sending to " + uri, e);
    }
    if (response.statusCode() == OK) {
      for (Reply reply : Reply.values()) {
        if (reply.name().equals(response.body().strip())) {
          return reply;
        }
      }
    }
    throw new UnreachableException(uri + " answered with status " + response.statusCode());
  }
}
