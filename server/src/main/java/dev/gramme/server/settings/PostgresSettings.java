package dev.gramme.server.settings;

import java.util.Optional;

/**
 * The connection to a database in PostgreSQL whose data several servers share.
 *
 * @param url the address of the database, beginning with {@code postgresql://}; may have parameters
 *     of the JDBC driver
 * @param schema the schema of the tables of {@code --region}
 * @param connections how many short reads run at a time; as many long reads have connections
 * @param login the server's login at the database; empty if it requires none
 */
public record PostgresSettings(String url, String schema, int connections, Optional<Login> login) {
  private static final int MAX_CONNECTIONS = 1000;

  /** PostgreSQL shortens longer names, which could make two names equal. */
  private static final int MAX_NAME_BYTES = 63;

  static Optional<PostgresSettings> read(SettingSources sources) throws SettingsException {
    String store = SharedStoreSettings.store(sources);
    var login = Login.read(sources, Setting.POSTGRES_USER, Setting.POSTGRES_PASSWORD);
    String url = sources.value(Setting.POSTGRES_URL);
    if (!store.equals("postgres")) {
      if (login.isPresent()) {
        throw new SettingsException("postgres-user needs --store=postgres");
      }
      if (!url.equals("none")) {
        throw new SettingsException("postgres-url needs --store=postgres");
      }
      return Optional.empty();
    }
    SharedStoreSettings.require(sources, store, Setting.IN_MEMORY, "false");
    if (!sources.value(Setting.POSTGRES_SCHEMA).matches("(?!pg_)[a-z][a-z0-9_]{0,47}")) {
      throw Settings.wrong(
          sources,
          Setting.POSTGRES_SCHEMA,
          "lowercase letters, digits and underscores, and must not begin with pg_");
    }
    var settings =
        new PostgresSettings(
            address(sources, url),
            sources.value(Setting.POSTGRES_SCHEMA),
            Settings.number(sources, Setting.POSTGRES_CONNECTIONS, 1, MAX_CONNECTIONS),
            login);
    SharedStoreSettings.checkNames(sources, "schema", settings.schema(), MAX_NAME_BYTES);
    return Optional.of(settings);
  }

  /**
   * The schema of a region.
   *
   * @param first the region whose data are in the schema of the setting itself
   */
  public String schemaOf(String region, String first) {
    return SharedStoreSettings.nameIn(region, first, schema);
  }

  /** The address without the prefixes by which drivers recognize it. */
  private static String address(SettingSources sources, String url) throws SettingsException {
    if (url.matches("[^?]*@.*") || url.matches(".*[?&](user|password)=.*")) {
      // The address is printed and logged, so it must not have a password.
      throw new SettingsException(
          "postgres-url must have no user and password: use postgres-user and postgres-password");
    }
    if (!url.matches("(jdbc:)?postgres(ql)?://[^/?\\s]+/[^/?\\s]+(\\?\\S*)?")) {
      throw Settings.wrong(
          sources,
          Setting.POSTGRES_URL,
          "the address of a database, such as postgresql://127.0.0.1:5432/gramme");
    }
    return "postgresql" + url.substring(url.indexOf("://"));
  }

  /** The address of the database without parameters. */
  public String database() {
    return url.replaceFirst("\\?.*", "");
  }
}
