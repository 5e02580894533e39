package dev.gramme.storage.cassandra;

import com.datastax.oss.driver.api.core.auth.PlainTextAuthProviderBase;
import com.datastax.oss.driver.api.core.metadata.EndPoint;
import com.datastax.oss.driver.api.core.session.SessionBuilder;
import com.datastax.oss.driver.api.core.ssl.SslEngineFactory;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;

/**
 * How the store trusts the nodes, and how it logs in. Each new connection uses what the suppliers
 * give then, so that certificates and passwords can change while the store is open.
 *
 * @param tls trusts the nodes' certificates; empty if the nodes speak no TLS
 * @param login the user of the store; empty if the nodes require none
 */
public record CassandraSecurity(
    Optional<Supplier<SSLContext>> tls, Optional<Supplier<Login>> login) {
  /** Neither TLS nor a login. */
  public static final CassandraSecurity NONE =
      new CassandraSecurity(Optional.empty(), Optional.empty());

  /** A user and its password. */
  public record Login(String user, String password) {
    @Override
    public String toString() {
      return user;
    }
  }

  void addTo(SessionBuilder<?, ?> session) {
    tls.ifPresent(context -> session.withSslEngineFactory(new Engines(context)));
    login.ifPresent(user -> session.withAuthProvider(new Passwords(user)));
  }

  private record Engines(Supplier<SSLContext> context) implements SslEngineFactory {
    @Override
    public SSLEngine newSslEngine(EndPoint node) {
      SSLEngine engine = context.get().createSSLEngine();
      engine.setUseClientMode(true);
      return engine;
    }

    @Override
    public void close() {}
  }

  private static final class Passwords extends PlainTextAuthProviderBase {
    private final Supplier<Login> login;

    Passwords(Supplier<Login> login) {
      super("gramme");
      this.login = login;
    }

    @Override
    protected Credentials getCredentials(EndPoint node, String authenticator) {
      Login now = login.get();
      return new Credentials(now.user().toCharArray(), now.password().toCharArray());
    }
  }
}
