package dev.gramme.storage.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGProperty;
import org.postgresql.ds.PGSimpleDataSource;

/** Opens connections to the database, and reads the login for each of them. */
class LoginSource extends PGSimpleDataSource {
  private static final long serialVersionUID = 1L;

  private final transient @Nullable Supplier<PostgresStoreOptions.Login> login;
  private final String url;

  LoginSource(PostgresStoreOptions options) {
    this.login = options.login().orElse(null);
    this.url = options.url();
    setUrl(url);
    setDefault(PGProperty.PREPARE_THRESHOLD, "2");
    setDefault(PGProperty.TCP_KEEP_ALIVE, "true");
    setDefault(PGProperty.APPLICATION_NAME, "gramme");
    setDefault(PGProperty.SOCKET_FACTORY, LingerSocketFactory.class.getName());
  }

  /** Sets a property of the driver, unless the URL sets it. */
  final void setDefault(PGProperty property, String value) {
    if (!isInUrl(property)) {
      setProperty(property, value);
    }
  }

  /** Whether the URL sets a property of the driver. */
  final boolean isInUrl(PGProperty property) {
    return url.contains(property.getName() + "=");
  }

  @Override
  public Connection getConnection() throws SQLException {
    Supplier<PostgresStoreOptions.Login> own = login;
    if (own == null) {
      return super.getConnection();
    }
    var now = own.get();
    return getConnection(now.user(), now.password());
  }
}
