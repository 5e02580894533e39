package dev.gramme.server.tls;

import dev.gramme.server.files.ReloadedFiles;
import dev.gramme.server.files.ReloadedFiles.UnreadableException;
import dev.gramme.server.http.ConnectionSecurity;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLException;

/**
 * TLS 1.2 and 1.3 for a server, with the JDK's implementation. New connections use the certificate
 * that was read last.
 */
public final class ServerTls implements ConnectionSecurity {
  private final ReloadedFiles<SslContext> context;
  private final Executor handshakes;

  private ServerTls(ReloadedFiles<SslContext> context, Executor handshakes) {
    this.context = context;
    this.handshakes = handshakes;
  }

  /**
   * Reads the certificate and the key.
   *
   * @param clientCa the file with the authorities whose certificates clients must have; empty if
   *     clients need none
   * @param handshakes runs the computations of handshakes, to keep them off the event loops
   */
  public static ServerTls read(KeyPairFiles files, Optional<Path> clientCa, Executor handshakes)
      throws IOException, UnreadableException {
    var watched = new ArrayList<>(List.of(files.certificate(), files.key()));
    clientCa.ifPresent(watched::add);
    return new ServerTls(
        ReloadedFiles.read("certificates", watched, () -> context(files, clientCa)), handshakes);
  }

  private static SslContext context(KeyPairFiles files, Optional<Path> clientCa)
      throws IOException, UnreadableException {
    var pair = files.read();
    try {
      var builder =
          SslContextBuilder.forServer(pair.key(), pair.certificates())
              .sslProvider(SslProvider.JDK)
              .protocols("TLSv1.3", "TLSv1.2");
      if (clientCa.isPresent()) {
        builder
            .trustManager(KeyPairFiles.certificates(clientCa.get()).toArray(X509Certificate[]::new))
            .clientAuth(ClientAuth.REQUIRE);
      }
      return builder.build();
    } catch (SSLException e) {
      throw new UnreadableException(
          "the certificate in %s cannot be used: %s".formatted(files.certificate(), e.getMessage()),
          e);
    }
  }

  /** The files of the certificates, to be watched. */
  public ReloadedFiles<SslContext> files() {
    return context;
  }

  @Override
  public SslHandler newHandler(ByteBufAllocator allocator) {
    return context.get().newHandler(allocator, handshakes);
  }
}
