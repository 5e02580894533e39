package dev.gramme.server.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.model.budget.MemoryBudget;
import dev.gramme.server.http.HttpLimits;
import dev.gramme.server.http.HttpResponse;
import dev.gramme.server.http.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class ServerTlsTest {
  @TempDir private Path folder;
  private Optional<HttpServer> server = Optional.empty();

  @AfterEach
  void stop() {
    server.ifPresent(HttpServer::close);
  }

  private KeyPairFiles keys(String name) throws IOException {
    return SelfSigned.in(folder.resolve(name), List.of("localhost", "gramme.test"));
  }

  /** A server that answers POST with the body, and GET with whether the connection is secure. */
  private ServerTls start(KeyPairFiles files, Optional<Path> clientCa) throws Exception {
    var tls = ServerTls.read(files, clientCa, Runnable::run);
    var started =
        HttpServer.listen(
            "127.0.0.1",
            0,
            HttpLimits.DEFAULT,
            new MemoryBudget(MemoryBudget.LEAST_BYTES),
            "http",
            1,
            tls);
    started.serve(exchange -> {
      var request = exchange.request();
      exchange.respond(
          new HttpResponse(
              200,
              "text/plain",
              request.method().equals("POST")
                  ? request.body()
                  : Boolean.toString(request.isSecure()).getBytes(StandardCharsets.US_ASCII)));
    });
    server = Optional.of(started);
    return tls;
  }

  private int port() {
    return server.orElseThrow().port();
  }

  private URI address() {
    return URI.create("https://localhost:" + port() + "/");
  }

  private static SSLContext trusting(KeyPairFiles files, Optional<KeyPairFiles> own)
      throws Exception {
    return ClientTls.read(files.certificate(), own);
  }

  private String get(SSLContext context) throws Exception {
    try (var client = HttpClient.newBuilder().sslContext(context).build()) {
      return client.send(HttpRequest.newBuilder(address()).build(), BodyHandlers.ofString()).body();
    }
  }

  private X509Certificate served(SSLContext context) throws Exception {
    try (var socket =
        (SSLSocket)
            context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port())) {
      socket.startHandshake();
      return (X509Certificate) socket.getSession().getPeerCertificates()[0];
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void requests_are_answered_over_both_versions_of_tls(String version) throws Exception {
    var files = keys("server");
    start(files, Optional.empty());
    var parameters = new SSLParameters();
    parameters.setProtocols(new String[] {version});
    try (var client =
        HttpClient.newBuilder()
            .sslContext(trusting(files, Optional.empty()))
            .sslParameters(parameters)
            .build()) {
      var request = HttpRequest.newBuilder(address()).build();
      for (int i = 0; i < 3; i++) {
        assertThat(client.send(request, BodyHandlers.ofString()).body()).isEqualTo("true");
      }
      var large = new byte[5_000_000];
      new Random(1).nextBytes(large);
      var echo = HttpRequest.newBuilder(address()).POST(BodyPublishers.ofByteArray(large)).build();
      assertThat(client.send(echo, BodyHandlers.ofByteArray()).body()).isEqualTo(large);
    }
  }

  @Test
  void older_versions_and_plain_http_are_refused() throws Exception {
    var files = keys("server");
    start(files, Optional.empty());
    var context = trusting(files, Optional.empty());
    try (var socket =
        (SSLSocket)
            context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port())) {
      socket.setEnabledProtocols(new String[] {"TLSv1.1"});
      assertThatThrownBy(socket::startHandshake).isInstanceOf(IOException.class);
    }
    try (var plain = new Socket(InetAddress.getLoopbackAddress(), port())) {
      plain
          .getOutputStream()
          .write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      var answer = new String(plain.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
      assertThat(answer).doesNotContain("HTTP/1.1");
    }
    assertThat(get(context)).isEqualTo("true");
  }

  @Test
  void new_connections_use_a_changed_certificate() throws Exception {
    var files = keys("server");
    var tls = start(files, Optional.empty());
    var before = served(trusting(files, Optional.empty()));
    var other = keys("other");

    Files.copy(other.certificate(), files.certificate(), StandardCopyOption.REPLACE_EXISTING);
    tls.files().check();
    Files.writeString(folder.resolve("former"), pem(before));
    var former = ClientTls.read(folder.resolve("former"), Optional.empty());
    assertThat(served(former)).as("unchanged while the key does not match").isEqualTo(before);

    Files.copy(other.key(), files.key(), StandardCopyOption.REPLACE_EXISTING);
    tls.files().check();
    assertThat(served(trusting(other, Optional.empty()))).isNotEqualTo(before);
    assertThatThrownBy(() -> served(former)).isInstanceOf(IOException.class);
  }

  private static String pem(X509Certificate certificate) throws Exception {
    return "-----BEGIN CERTIFICATE-----\n"
        + Base64.getMimeEncoder().encodeToString(certificate.getEncoded())
        + "\n-----END CERTIFICATE-----\n";
  }

  @Test
  void clients_must_have_a_certificate_if_authorities_are_named() throws Exception {
    var files = keys("server");
    var known = keys("known");
    var stranger = keys("stranger");
    start(files, Optional.of(known.certificate()));
    assertThat(get(trusting(files, Optional.of(known)))).isEqualTo("true");
    assertThatThrownBy(() -> get(trusting(files, Optional.empty())))
        .isInstanceOf(IOException.class);
    assertThatThrownBy(() -> get(trusting(files, Optional.of(stranger))))
        .isInstanceOf(IOException.class);
  }

  @Test
  void a_self_signed_certificate_is_kept_and_only_its_owner_can_read_the_key() throws Exception {
    var first = keys("server");
    var key = Files.readString(first.key());
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(first.key())))
        .isEqualTo("rw-------");
    assertThat(Files.readString(keys("server").key())).isEqualTo(key);
    assertThat(first.read().chain().getFirst().getSubjectAlternativeNames())
        .extracting(name -> String.valueOf(name.get(1)))
        .containsExactlyInAnyOrder("localhost", "127.0.0.1", "0:0:0:0:0:0:0:1", "gramme.test");
    try (var files = Files.list(folder.resolve("server"))) {
      assertThat(files).containsExactlyInAnyOrder(first.key(), first.certificate());
    }
  }

  @Test
  void invalid_files_are_reported_in_one_line() throws Exception {
    var files = keys("server");
    var other = keys("other");
    var mixed = new KeyPairFiles(files.certificate(), other.key());
    assertThatThrownBy(mixed::read)
        .hasMessage(
            "the key in %s does not belong to the certificate in %s",
            other.key(), files.certificate());
    var swapped = new KeyPairFiles(files.key(), files.certificate());
    assertThatThrownBy(swapped::read).hasMessageContaining("contains no unencrypted private key");
    var empty = Files.writeString(folder.resolve("empty"), "");
    assertThatThrownBy(() -> new KeyPairFiles(empty, files.key()).read())
        .hasMessage(empty + " contains no certificates in PEM");
    var broken =
        Files.writeString(
            folder.resolve("broken"),
            "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n");
    assertThatThrownBy(() -> new KeyPairFiles(files.certificate(), broken).read())
        .hasMessageContaining("a private key whose algorithm is none of [EC, RSA, EdDSA]");
  }
}
