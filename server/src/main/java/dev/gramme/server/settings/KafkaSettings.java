package dev.gramme.server.settings;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The Kafka cluster that receives the changes which DynamoDB would send to Kinesis.
 *
 * @param servers brokers, as {@code host:port}, separated by commas
 * @param login the server's login at the brokers; empty if they require none
 * @param mechanism the SASL mechanism of the login
 */
public record KafkaSettings(String servers, Optional<Login> login, String mechanism) {
  /** A name, an IPv4 address or an IPv6 address in brackets, with a port. */
  private static final String SERVER = "(?:[^,:\\s\\[\\]]+|\\[[0-9a-fA-F:.]+\\]):[0-9]{1,5}";

  private static final Pattern SERVERS = Pattern.compile(SERVER + "(?:," + SERVER + ")*");

  static Optional<KafkaSettings> read(SettingSources sources) throws SettingsException {
    String servers = sources.value(Setting.KAFKA);
    var login = Login.read(sources, Setting.KAFKA_USER, Setting.KAFKA_PASSWORD);
    String mechanism =
        Settings.choice(sources, Setting.KAFKA_SASL, "plain", "scram-sha-256", "scram-sha-512");
    if (servers.equals(Setting.KAFKA.defaultValue())) {
      if (login.isPresent()) {
        throw new SettingsException("kafka-user needs kafka: no broker is set");
      }
      return Optional.empty();
    }
    if (!SERVERS.matcher(servers).matches()) {
      throw Settings.wrong(
          sources, Setting.KAFKA, "the address of a broker, such as 127.0.0.1:9092");
    }
    return Optional.of(new KafkaSettings(servers, login, mechanism.toUpperCase(Locale.ROOT)));
  }
}
