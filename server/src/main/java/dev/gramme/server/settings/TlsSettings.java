package dev.gramme.server.settings;

import dev.gramme.server.tls.KeyPairFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The server's certificate and the authorities that it trusts.
 *
 * @param files the server's key and certificate; empty if it has none or a self-signed one
 * @param selfSigned the folder of the self-signed certificate; empty if it is not used
 * @param names the host names and addresses of a self-signed certificate, beside loopback
 * @param adminClientCa the authorities whose certificates operators and peers must have; empty if
 *     they need none
 * @param peerCa the authorities of peers at https addresses; empty for those that Java trusts
 * @param kafkaCa the authorities of brokers; empty for connections without TLS
 * @param cassandraCa the authorities of Cassandra nodes; empty for connections without TLS
 */
public record TlsSettings(
    Optional<KeyPairFiles> files,
    Optional<Path> selfSigned,
    List<String> names,
    Optional<Path> adminClientCa,
    Optional<Path> peerCa,
    Optional<Path> kafkaCa,
    Optional<Path> cassandraCa) {
  public TlsSettings {
    names = List.copyOf(names);
  }

  static TlsSettings read(SettingSources sources) throws SettingsException {
    boolean selfSigned =
        Settings.choice(sources, Setting.TLS, "none", "self-signed").equals("self-signed");
    var certificate = Settings.file(sources, Setting.TLS_CERTIFICATE);
    var key = Settings.file(sources, Setting.TLS_KEY);
    if (certificate.isPresent() != key.isPresent()) {
      throw new SettingsException("tls-certificate and tls-key must both be set, or neither");
    }
    if (selfSigned && certificate.isPresent()) {
      throw new SettingsException("tls is self-signed, which excludes tls-certificate");
    }
    var settings =
        new TlsSettings(
            certificate.map(file -> new KeyPairFiles(file, key.orElseThrow())),
            selfSigned ? Optional.of(Settings.securityFolder(sources)) : Optional.empty(),
            names(sources),
            Settings.file(sources, Setting.ADMIN_CLIENT_CA),
            Settings.file(sources, Setting.PEER_CA),
            Settings.file(sources, Setting.KAFKA_CA),
            Settings.file(sources, Setting.CASSANDRA_CA));
    if (settings.adminClientCa().isPresent() && !settings.isEnabled()) {
      throw new SettingsException("admin-client-ca needs TLS: set tls-certificate and tls-key");
    }
    return settings;
  }

  private static List<String> names(SettingSources sources) throws SettingsException {
    var names = new ArrayList<String>();
    for (var setting : List.of(Setting.BIND, Setting.ADMIN_BIND)) {
      String bind = sources.value(setting);
      if (!bind.equals("0.0.0.0") && !bind.equals("::")) {
        names.add(bind);
      }
    }
    names.addAll(WebSettings.hosts(sources, Setting.BIND).named());
    return names;
  }

  /** Whether clients must use TLS. */
  public boolean isEnabled() {
    return files.isPresent() || selfSigned.isPresent();
  }

  /** The scheme of the server's URLs. */
  public String scheme() {
    return isEnabled() ? "https" : "http";
  }
}
