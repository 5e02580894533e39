package dev.gramme.storage.cassandra.session;

import com.datastax.oss.driver.api.core.auth.PlainTextAuthProviderBase;
import com.datastax.oss.driver.api.core.metadata.EndPoint;
import com.datastax.oss.driver.api.core.session.SessionBuilder;
import com.datastax.oss.driver.api.core.ssl.SslEngineFactory;
import dev.gramme.storage.cassandra.options.CassandraSecurity;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;

/** Configures TLS and login of a driver session. */
final class SessionSecurity {
  private SessionSecurity() {}

  static void configure(SessionBuilder<?, ?> session, CassandraSecurity security) {
    security.tls().ifPresent(context -> session.withSslEngineFactory(new Engines(context)));
    security.login().ifPresent(login -> session.withAuthProvider(new Passwords(login)));
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
    private final Supplier<CassandraSecurity.Login> login;

    Passwords(Supplier<CassandraSecurity.Login> login) {
      super("gramme");
      this.login = login;
    }

    @Override
    protected Credentials getCredentials(EndPoint node, String authenticator) {
      CassandraSecurity.Login current = login.get();
      return new Credentials(current.user().toCharArray(), current.password().toCharArray());
    }
  }
}
