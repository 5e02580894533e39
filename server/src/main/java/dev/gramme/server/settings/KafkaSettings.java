package dev.gramme.server.settings;

import java.util.Locale;
import java.util.Optional;

/**
 * Where changes are sent that Kinesis would get.
 *
 * @param servers brokers, as {@code host:port}, separated by commas
 * @param login the user of the brokers to log in as; empty if they require none
 * @param mechanism how it proves that, by its name in SASL
 */
public record KafkaSettings(String servers, Optional<Login> login, String mechanism) {
  static Optional<KafkaSettings> read(SettingSources sources) throws SettingsException {
    String servers = sources.value(Setting.KAFKA);
    var login = Login.read(sources, Setting.KAFKA_USER, Setting.KAFKA_PASSWORD);
    String mechanism =
        Settings.choice(sources, Setting.KAFKA_SASL, "plain", "scram-sha-256", "scram-sha-512");
    if (servers.equals(Setting.KAFKA.defaultValue())) {
      if (login.isPresent()) {
        throw new SettingsException("kafka-user needs kafka: without it no broker is connected to");
      }
      return Optional.empty();
    }
    if (!servers.matches("[^,:\\s]+:[0-9]{1,5}(,[^,:\\s]+:[0-9]{1,5})*")) {
      throw Settings.wrong(
          sources, Setting.KAFKA, "the address of a broker, such as 127.0.0.1:9092");
    }
    return Optional.of(new KafkaSettings(servers, login, mechanism.toUpperCase(Locale.ROOT)));
  }
}
