package dev.gramme.storage.cassandra.options;

import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;

/**
 * How the store verifies the nodes and logs in to them. Every new connection calls the suppliers
 * again, so certificates and passwords can change while the store is open.
 *
 * @param tls the TLS context that verifies the nodes' certificates; empty for connections without
 *     TLS
 * @param login the credentials; empty if the nodes require no login
 */
public record CassandraSecurity(
    Optional<Supplier<SSLContext>> tls, Optional<Supplier<Login>> login) {
  /** Neither TLS nor a login. */
  public static final CassandraSecurity NONE =
      new CassandraSecurity(Optional.empty(), Optional.empty());

  /** A user and its password. */
  public record Login(String user, String password) {
    /** The user alone, so that logs never contain the password. */
    @Override
    public String toString() {
      return user;
    }
  }
}
