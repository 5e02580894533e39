package dev.gramme.destinations;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.config.SslConfigs;

/**
 * The TLS and SASL settings of the Kafka producer.
 *
 * @param ca a PEM file with the certificate authorities of the brokers; empty for no TLS
 * @param login empty if the brokers require no login
 */
public record KafkaSecurity(Optional<Path> ca, Optional<Login> login) {
  /** Neither TLS nor a login. */
  public static final KafkaSecurity NONE = new KafkaSecurity(Optional.empty(), Optional.empty());

  /**
   * A Kafka user.
   *
   * @param mechanism the SASL mechanism: {@code PLAIN}, or SCRAM such as {@code SCRAM-SHA-512}
   */
  public record Login(String mechanism, String user, String password) {
    /** The value of Kafka's setting sasl.jaas.config. */
    String jaas() {
      String module = mechanism.equals("PLAIN") ? "plain.Plain" : "scram.Scram";
      return "org.apache.kafka.common.security.%sLoginModule required username=%s password=%s;"
          .formatted(module, quoted(user), quoted(password));
    }

    private static String quoted(String text) {
      return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    @Override
    public String toString() {
      return user;
    }
  }

  void addTo(Properties settings) {
    if (ca.isPresent() || login.isPresent()) {
      settings.put(
          CommonClientConfigs.SECURITY_PROTOCOL_CONFIG,
          (login.isPresent() ? "SASL_" : "") + (ca.isPresent() ? "SSL" : "PLAINTEXT"));
    }
    ca.ifPresent(file -> {
      settings.put(SslConfigs.SSL_TRUSTSTORE_TYPE_CONFIG, "PEM");
      settings.put(SslConfigs.SSL_TRUSTSTORE_LOCATION_CONFIG, file.toString());
    });
    login.ifPresent(user -> {
      settings.put(SaslConfigs.SASL_MECHANISM, user.mechanism());
      settings.put(SaslConfigs.SASL_JAAS_CONFIG, user.jaas());
    });
  }
}
