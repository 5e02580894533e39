package dev.gramme.storage.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.testkit.Eventually;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.PGProperty;

/** A TLS connection can be closed while a thread is blocked in a write to it. */
@Tag("slow")
final class LingerSocketFactoryTest {
  private static final char[] PASSWORD = "password".toCharArray();

  /** How many polls in a row see a thread in the same write, so that it is blocked. */
  private static final int SAME = 100;

  @TempDir Path folder;

  private SSLContext context() throws Exception {
    Path file = folder.resolve("keys");
    Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
    var generated =
        new ProcessBuilder(
                keytool.toString(),
                "-genkeypair",
                "-alias",
                "server",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-storetype",
                "PKCS12",
                "-keystore",
                file.toString(),
                "-storepass",
                new String(PASSWORD))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(generated.waitFor()).isZero();
    var keys = KeyStore.getInstance(file.toFile(), PASSWORD);
    var own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    own.init(keys, PASSWORD);
    var trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("server", (X509Certificate) keys.getCertificate("server"));
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    TrustManager[] managers = trust.getTrustManagers();
    var context = SSLContext.getInstance("TLS");
    context.init(own.getKeyManagers(), managers, new SecureRandom());
    return context;
  }

  private static Thread start(Runnable task) {
    return Thread.ofPlatform().daemon().start(task);
  }

  @Test
  void a_blocked_write_does_not_delay_the_closing_of_a_tls_connection() throws Exception {
    SSLContext context = context();
    var end = new CountDownLatch(1);
    try (var listening =
        context
            .getServerSocketFactory()
            .createServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      start(() -> {
        try (var accepted = (SSLSocket) listening.accept()) {
          accepted.startHandshake();
          end.await(); // It reads nothing.
        } catch (IOException | InterruptedException e) {
          throw new IllegalStateException(e);
        }
      });
      Socket plain =
          new LingerSocketFactory()
              .createSocket(listening.getInetAddress(), listening.getLocalPort());
      var socket =
          (SSLSocket)
              context.getSocketFactory().createSocket(plain, "localhost", plain.getPort(), true);
      socket.startHandshake();
      long[] written = {0};
      var writer = start(() -> writeUntilClosed(socket, written));
      long[] last = {-1, 0};
      Eventually.holds(
          "the writer is blocked",
          () -> {
            synchronized (written) {
              last[1] = last[0] == written[0] ? last[1] + 1 : 0;
              last[0] = written[0];
            }
            return last[1] == SAME;
          });
      var closer = start(() -> close(socket));
      Eventually.holds("the connection is closed", () -> !closer.isAlive());
      Eventually.holds("the writer has ended", () -> !writer.isAlive());
    } finally {
      end.countDown();
    }
  }

  private static void writeUntilClosed(Socket socket, long[] written) {
    try {
      var out = socket.getOutputStream();
      while (true) {
        out.write(new byte[1 << 14]);
        synchronized (written) {
          written[0]++;
        }
      }
    } catch (IOException closed) {
      // The end of the test.
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException closed) {
      // The end of the test.
    }
  }

  @Test
  void all_connections_to_the_database_use_it_unless_the_url_has_another_one() {
    String url = "jdbc:postgresql://127.0.0.1/gramme";
    var source = new LoginSource(PostgresStoreOptions.of(url, new Random()));
    assertThat(source.getSocketFactory()).isEqualTo(LingerSocketFactory.class.getName());
    var other =
        new LoginSource(
            PostgresStoreOptions.of(
                url + "?" + PGProperty.SOCKET_FACTORY.getName() + "=example.Other", new Random()));
    assertThat(other.getSocketFactory()).isEqualTo("example.Other");
  }
}
