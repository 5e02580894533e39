package dev.gramme.server.settings;

/**
 * Libraries that only some settings or commands need. The archive of a release leaves them out, and
 * a second archive has them, because most servers never load them.
 */
enum OptionalLibrary {
  DYNAMODB("software/amazon/awssdk/services/dynamodb/DynamoDbClient.class"),
  CASSANDRA("com/datastax/oss/driver/api/core/CqlSession.class"),
  POSTGRES("org/postgresql/Driver.class"),
  KAFKA("org/apache/kafka/clients/producer/KafkaProducer.class"),
  S3("software/amazon/awssdk/services/s3/S3Client.class");

  private final String resource;

  OptionalLibrary(String resource) {
    this.resource = resource;
  }

  /** Checks that the libraries of the stores and of Kafka are on the class path, if needed. */
  static void check(Settings settings) throws SettingsException {
    if (settings.cassandra().isPresent()) {
      CASSANDRA.require("store=cassandra");
    }
    if (settings.postgres().isPresent()) {
      POSTGRES.require("store=postgres");
    }
    if (settings.kafka().isPresent()) {
      KAFKA.require("kafka");
    }
  }

  /** Checks that the library is on the class path. */
  void require(String setting) throws SettingsException {
    if (OptionalLibrary.class.getClassLoader().getResource(resource) == null) {
      throw missing(
          setting,
          OptionalLibrary.class.getPackage().getImplementationVersion(),
          System.getProperty("gramme.home", "."));
    }
  }

  /**
   * The error for a missing library.
   *
   * @param setting the setting that needs the library
   * @param version the version of Gramme
   * @param home the folder of the installation
   */
  static SettingsException missing(String setting, String version, String home) {
    return new SettingsException(
        ("%s needs libraries that are not installed: unpack gramme-%s-extras.tar.gz in %s"
                + " (tar xzf gramme-%2$s-extras.tar.gz -C %3$s)")
            .formatted(setting, version, home));
  }
}
