package dev.gramme.server;

import dev.gramme.auth.identity.Identities;
import dev.gramme.auth.identity.IdentitiesException;
import dev.gramme.destinations.KafkaSecurity;
import dev.gramme.server.admin.AdminToken;
import dev.gramme.server.admin.ReplicationSecret;
import dev.gramme.server.audit.AuditLog;
import dev.gramme.server.backup.Archiver;
import dev.gramme.server.backup.BackupException;
import dev.gramme.server.files.FileWatch;
import dev.gramme.server.files.ReloadedFiles;
import dev.gramme.server.files.ReloadedFiles.UnreadableException;
import dev.gramme.server.settings.ArchiveSettings;
import dev.gramme.server.settings.CassandraSettings;
import dev.gramme.server.settings.KafkaSettings;
import dev.gramme.server.settings.Login;
import dev.gramme.server.settings.PostgresSettings;
import dev.gramme.server.settings.Settings;
import dev.gramme.server.settings.SettingsException;
import dev.gramme.server.tls.ClientTls;
import dev.gramme.server.tls.KeyPairFiles;
import dev.gramme.storage.cassandra.options.CassandraSecurity;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Reads the files that settings name. A file that cannot be used prevents the start. */
final class StartFiles {
  private StartFiles() {}

  /**
   * The current identities, reloaded when their file changes; null if identities are not required.
   */
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

  /** The archiver of the databases, if the settings have an archive. */
  static Optional<Archiver> archiver(Settings settings) throws StartException {
    if (settings.archive().isEmpty()) {
      return Optional.empty();
    }
    ArchiveSettings archive = settings.archive().get();
    try {
      return Optional.of(Archiver.open(settings, archive, Main.version(), InstantSource.system()));
    } catch (SettingsException | BackupException e) {
      throw new StartException(
          "cannot use the archive %s: %s".formatted(archive.to(), e.getMessage()), e);
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

  /** The secret shared with peers, reloaded when its file changes; null if none is required. */
  static @Nullable Supplier<ReplicationSecret> replicationSecret(Settings settings, FileWatch watch)
      throws StartException {
    if (settings.replicationSecret().isEmpty()) {
      return null;
    }
    Path file = settings.replicationSecret().get();
    return watched("replication secret", file, watch, () -> ReplicationSecret.read(file));
  }

  /** Reads a secret. */
  @FunctionalInterface
  private interface SecretReader<T> {
    /**
     * The secret.
     *
     * @throws IllegalArgumentException if the file does not hold one; the message says why
     */
    T read() throws IOException;
  }

  /** A secret that is read from a file, and again whenever the file changes. */
  private static <T> Supplier<T> watched(
      String what, Path file, FileWatch watch, SecretReader<T> reader) throws StartException {
    try {
      return watch.add(
          ReloadedFiles.read(
              what,
              List.of(file),
              () -> {
                try {
                  return reader.read();
                } catch (IllegalArgumentException e) {
                  throw new UnreadableException(String.valueOf(e.getMessage()), e);
                }
              }));
    } catch (UnreadableException e) {
      throw new StartException("%s in %s: %s".formatted(what, file, e.getMessage()), e);
    } catch (IOException e) {
      throw new StartException("cannot read the %s in %s".formatted(what, file), e);
    }
  }

  /** The server's password at PostgreSQL, reloaded when its file changes; empty without a login. */
  static Optional<Supplier<String>> postgresPassword(Settings settings, FileWatch watch)
      throws StartException {
    Optional<Login> login = settings.postgres().flatMap(PostgresSettings::login);
    if (login.isEmpty()) {
      return Optional.empty();
    }
    Path file = login.get().password();
    return Optional.of(watched("postgres-password", file, watch, () -> password(file)));
  }

  /** A password; surrounding white space is removed. */
  private static String password(Path file) throws IOException {
    String password = Files.readString(file).strip();
    if (password.isEmpty()) {
      throw new IllegalArgumentException("it is empty");
    }
    return password;
  }

  /** The log of authorization decisions, null if none is configured. */
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

  /** The operators' token, reloaded when its file changes; empty if no page needs a token. */
  static Optional<Supplier<AdminToken>> adminToken(Settings settings, FileWatch watch)
      throws StartException {
    if (!settings.needsAdminToken() && !settings.isOnDisk()) {
      return Optional.empty();
    }
    if (settings.admin().token().isEmpty()) {
      AdminToken token = AdminToken.random();
      return Optional.of(() -> token);
    }
    Path file = settings.admin().token().get();
    try {
      AdminToken.createIfMissing(file);
    } catch (IOException e) {
      throw new StartException("cannot write the admin token in " + file, e);
    }
    return Optional.of(watched("admin token", file, watch, () -> AdminToken.read(file)));
  }

  /**
   * The client for peers. It trusts their authorities and presents this server's certificate.
   *
   * @param own this server's key and certificate, if it has them
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

  /** The authorities that this server trusts for Cassandra nodes, and its login there. */
  static CassandraSecurity cassandra(Settings settings, FileWatch watch) throws StartException {
    Optional<Login> login = settings.cassandra().flatMap(CassandraSettings::login);
    return new CassandraSecurity(
        cassandraTls(settings, watch),
        login.isEmpty() ? Optional.empty() : Optional.of(cassandraLogin(login.get(), watch)));
  }

  private static Supplier<CassandraSecurity.Login> cassandraLogin(Login login, FileWatch watch)
      throws StartException {
    Path file = login.password();
    return watched(
        "cassandra-password",
        file,
        watch,
        () -> new CassandraSecurity.Login(login.user(), password(file)));
  }

  /** The authorities that this server trusts for brokers, and its login there. */
  static KafkaSecurity kafka(Settings settings, KafkaSettings kafka) throws StartException {
    Optional<KafkaSecurity.Login> login = Optional.empty();
    if (kafka.login().isPresent()) {
      Login own = kafka.login().get();
      try {
        login =
            Optional.of(
                new KafkaSecurity.Login(kafka.mechanism(), own.user(), password(own.password())));
      } catch (IllegalArgumentException e) {
        throw new StartException(
            "kafka-password in %s: %s".formatted(own.password(), e.getMessage()), e);
      } catch (IOException e) {
        throw new StartException("cannot read the kafka-password in " + own.password(), e);
      }
    }
    return new KafkaSecurity(settings.tls().kafkaCa(), login);
  }

  private static Optional<Supplier<SSLContext>> cassandraTls(Settings settings, FileWatch watch)
      throws StartException {
    if (settings.tls().cassandraCa().isEmpty()) {
      return Optional.empty();
    }
    Path ca = settings.tls().cassandraCa().get();
    try {
      return Optional.of(
          watch.add(
              ReloadedFiles.read(
                  "certificates for Cassandra",
                  List.of(ca),
                  () -> ClientTls.read(ca, Optional.empty()))));
    } catch (UnreadableException e) {
      throw new StartException("cassandra-ca: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new StartException("cannot read the certificates in " + ca, e);
    }
  }
}
