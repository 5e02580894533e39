package dev.gramme.server;

import dev.gramme.auth.identity.Identities;
import dev.gramme.auth.identity.IdentitiesException;
import dev.gramme.server.admin.AdminToken;
import dev.gramme.server.admin.ReplicationSecret;
import dev.gramme.server.audit.AuditLog;
import dev.gramme.server.files.FileWatch;
import dev.gramme.server.files.ReloadedFiles;
import dev.gramme.server.files.ReloadedFiles.UnreadableException;
import dev.gramme.server.settings.Settings;
import dev.gramme.server.tls.ClientTls;
import dev.gramme.server.tls.KeyPairFiles;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Reads the files that settings name; what is wrong with one keeps the server from starting. */
final class StartFiles {
  private StartFiles() {}

  /** The identities as their file has them now, null if there need not be any. */
  static @Nullable Supplier<Identities> identities(Settings settings, FileWatch watch)
      throws StartException {
    if (settings.identities().isEmpty()) {
      return null;
    }
    Path file = settings.identities().get();
    try {
      return watch.add(
          ReloadedFiles.read("identities", List.of(file), () -> identities(file, settings)));
    } catch (UnreadableException e) {
      throw new StartException("identities in " + file + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw new StartException("cannot read the identities in " + file, e);
    }
  }

  private static Identities identities(Path file, Settings settings)
      throws IOException, UnreadableException {
    try {
      return Identities.parse(Files.readString(file), settings.account());
    } catch (IdentitiesException e) {
      throw new UnreadableException(String.valueOf(e.getMessage()), e);
    }
  }

  /** The secret of this server and its peers, null if they need none. */
  static @Nullable ReplicationSecret replicationSecret(Settings settings) throws StartException {
    if (settings.replicationSecret().isEmpty()) {
      return null;
    }
    Path file = settings.replicationSecret().get();
    try {
      return ReplicationSecret.read(file);
    } catch (IllegalArgumentException e) {
      throw new StartException("replication secret in " + file + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw new StartException("cannot read the replication secret in " + file, e);
    }
  }

  /** The log of what was decided about requests, null if there is none. */
  static @Nullable AuditLog auditLog(Settings settings) throws StartException {
    if (settings.auditLog().isEmpty()) {
      return null;
    }
    Path file = settings.auditLog().get();
    try {
      return AuditLog.open(file);
    } catch (IOException e) {
      throw new StartException("cannot write the audit log " + file + ": " + e, e);
    }
  }

  /** The token of operators; empty if no request can need it. */
  static Optional<AdminToken> adminToken(Settings settings) throws StartException {
    if (!settings.movableClock() && !settings.functions() && !settings.admin().isExposed()) {
      return Optional.empty();
    }
    if (settings.admin().token().isEmpty()) {
      return Optional.of(AdminToken.random());
    }
    Path file = settings.admin().token().get();
    try {
      return Optional.of(AdminToken.readOrCreate(file));
    } catch (IllegalArgumentException e) {
      throw new StartException("admin token in " + file + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw new StartException("cannot read or write the admin token in " + file, e);
    }
  }

  /**
   * The client for peers, which trusts their authorities and proves who this server is.
   *
   * @param own this server's key and certificate, if it has one
   */
  static Supplier<HttpClient> peerClient(
      Settings settings, Optional<KeyPairFiles> own, FileWatch watch) throws StartException {
    if (settings.tls().peerCa().isEmpty()) {
      HttpClient client = HttpPeer.client(null);
      return () -> client;
    }
    Path ca = settings.tls().peerCa().get();
    var files = new ArrayList<>(List.of(ca));
    own.ifPresent(pair -> files.addAll(List.of(pair.certificate(), pair.key())));
    try {
      return watch.add(
          ReloadedFiles.read(
              "certificates for peers", files, () -> HttpPeer.client(ClientTls.read(ca, own))));
    } catch (UnreadableException e) {
      throw new StartException("peer-ca: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new StartException("cannot read the certificates in " + ca, e);
    }
  }

  /** Whom this server trusts as a node of Cassandra; empty if the nodes speak no TLS. */
  static Optional<SSLContext> cassandraTls(Settings settings) throws StartException {
    if (settings.tls().cassandraCa().isEmpty()) {
      return Optional.empty();
    }
    Path ca = settings.tls().cassandraCa().get();
    try {
      return Optional.of(ClientTls.read(ca, Optional.empty()));
    } catch (UnreadableException e) {
      throw new StartException("cassandra-ca: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new StartException("cannot read the certificates in " + ca, e);
    }
  }
}
