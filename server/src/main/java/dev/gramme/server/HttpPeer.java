package dev.gramme.server;

import dev.gramme.engine.replication.Message;
import dev.gramme.engine.replication.Peer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A region in another process. Messages are posted to it, and answered with one word. */
final class HttpPeer implements Peer {
  private static final Duration CONNECT = Duration.ofSeconds(2);

  /** How long a batch may take to be stored. */
  private static final Duration ANSWER = Duration.ofSeconds(10);

  private static final int OK = 200;

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT).build();
  private final URI uri;

  HttpPeer(String region, URI server) {
    this.uri = server.resolve(RegionalDatabases.REPLICATION_PATH + region);
  }

  @Override
  public Reply tell(Message message) {
    var request =
        HttpRequest.newBuilder(uri)
            .timeout(ANSWER)
            .header("Content-Type", "application/octet-stream")
            .POST(BodyPublishers.ofByteArray(message.encode()))
            .build();
    HttpResponse<String> response;
    try {
      response = client.send(request, BodyHandlers.ofString(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      throw new UnreachableException("no answer from " + uri, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnreachableException("interrupted on the way to " + uri, e);
    }
    if (response.statusCode() == OK) {
      for (Reply reply : Reply.values()) {
        if (reply.name().equals(response.body().strip())) {
          return reply;
        }
      }
    }
    throw new UnreachableException(uri + " answers with status " + response.statusCode());
  }
}
