package dev.gramme.server.backup;

import dev.gramme.server.admin.AdminToken;
import dev.gramme.server.admin.AdminUrl;
import dev.gramme.server.admin.CheckpointPage;
import dev.gramme.server.files.ReloadedFiles.UnreadableException;
import dev.gramme.server.settings.Settings;
import dev.gramme.server.settings.TlsSettings;
import dev.gramme.server.tls.ClientTls;
import dev.gramme.server.tls.KeyPairFiles;
import dev.gramme.server.tls.SelfSigned;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Asks the running server of a data folder for a checkpoint. The folder has the server's address
 * and token.
 */
final class AdminClient implements DataFolder.Server {
  private static final Duration CONNECT = Duration.ofSeconds(5);

  /** Memtables are written to files before the answer. */
  private static final Duration ANSWER = Duration.ofMinutes(10);

  private static final int OK = 200;

  private final Settings settings;
  private final Optional<String> address;

  /**
   * @param address the address instead of the recorded one
   */
  AdminClient(Settings settings, Optional<String> address) {
    this.settings = settings;
    this.address = address;
  }

  @Override
  public void checkpoint() throws BackupException {
    Path file =
        settings
            .admin()
            .token()
            .orElseThrow(() -> new BackupException("a database in memory has no backups"));
    String url = "";
    try {
      url = address.isPresent() ? address.get() : AdminUrl.read(settings.data());
      var request =
          HttpRequest.newBuilder(URI.create(url).resolve(CheckpointPage.PATH))
              .timeout(ANSWER)
              .header("Authorization", "Bearer " + AdminToken.read(file).text())
              .POST(BodyPublishers.noBody())
              .build();
      try (HttpClient client = client()) {
        HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
        if (answer.statusCode() != OK) {
          throw new BackupException(
              "the server at %s answered %d: %s"
                  .formatted(url, answer.statusCode(), answer.body().strip()));
        }
      }
    } catch (IllegalArgumentException e) {
      throw new BackupException("the server cannot write a checkpoint: " + e.getMessage(), e);
    } catch (IOException | UnreadableException e) {
      throw new BackupException(
          "%s is in use, but its server%s cannot write a checkpoint: %s; --admin-url URL names another address"
              .formatted(settings.data(), url.isEmpty() ? "" : " at " + url, FileFaults.inWords(e)),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BackupException("interrupted while the server wrote a checkpoint", e);
    }
  }

  /** A client that trusts the server's own certificate, and presents it if a client needs one. */
  private HttpClient client() throws IOException, UnreadableException {
    var builder =
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT);
    TlsSettings tls = settings.tls();
    if (tls.selfSigned().isPresent()) {
      Path certificate = SelfSigned.certificate(tls.selfSigned().get());
      return builder.sslContext(ClientTls.read(certificate, Optional.empty())).build();
    }
    if (tls.files().isPresent()) {
      KeyPairFiles own = tls.files().get();
      return builder.sslContext(ClientTls.read(own.certificate(), Optional.of(own))).build();
    }
    return builder.build();
  }
}
