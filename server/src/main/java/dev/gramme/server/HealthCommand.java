package dev.gramme.server;

import dev.gramme.server.settings.Settings;
import dev.gramme.server.settings.SettingsException;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/**
 * Checks whether the server with the same settings, or with those of a process, is healthy: exit
 * status 0 if {@code /health} answers 200, 2 if the settings are invalid, otherwise 1. It is the
 * health check of container images, which contain no other HTTP client. It uses a socket, because
 * loading the JDK's HTTP client would take longer than the rest of the command.
 */
final class HealthCommand {
  /** The options are those of another process. */
  private static final String PROCESS = "--process";

  private static final int PATIENCE_MILLIS = 5_000;
  private static final int MAX_BYTES = 64 << 10;

  private HealthCommand() {}

  static int run(
      List<String> arguments, Map<String, String> environment, PrintStream out, PrintStream err) {
    Settings settings;
    try {
      boolean ofProcess = arguments.size() == 2 && arguments.getFirst().equals(PROCESS);
      settings =
          Settings.read(
              ofProcess ? ProcessOptions.of(arguments.getLast()) : arguments, environment);
    } catch (SettingsException e) {
      err.println("gramme: " + e.getMessage());
      return 2;
    }
    String url = Main.url(settings.tls().scheme(), settings.bind(), settings.port()) + "/health";
    try {
      String answer = ask(URI.create(url), settings.tls().isEnabled());
      int body = answer.indexOf("\r\n\r\n");
      String text = body < 0 ? "" : answer.substring(body + 4).strip();
      boolean healthy = answer.startsWith("HTTP/1.1 200 ");
      (healthy ? out : err).println(healthy ? text : "gramme: " + url + " answers: " + text);
      return healthy ? 0 : 1;
    } catch (IOException | GeneralSecurityException e) {
      err.println("gramme: " + url + " does not answer: " + e.getMessage());
      return 1;
    }
  }

  private static String ask(URI url, boolean tls) throws IOException, GeneralSecurityException {
    String host = url.getHost().replaceAll("[\\[\\]]", "");
    try (var plain = new Socket()) {
      plain.connect(new InetSocketAddress(host, url.getPort()), PATIENCE_MILLIS);
      plain.setSoTimeout(PATIENCE_MILLIS);
      Socket socket =
          tls
              ? trusting().getSocketFactory().createSocket(plain, host, url.getPort(), false)
              : plain;
      socket
          .getOutputStream()
          .write(
              "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                  .getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readNBytes(MAX_BYTES), StandardCharsets.UTF_8);
    }
  }

  /**
   * Accepts any certificate: the request has no secret, and the answer only says whether the
   * databases are writable.
   */
  private static SSLContext trusting() throws GeneralSecurityException {
    var context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[] {new TrustsAll()}, null);
    return context;
  }

  private static final class TrustsAll implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
