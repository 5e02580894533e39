package dev.gramme.server.settings;

/** What holds for all stores that several servers share. */
final class SharedStoreSettings {
  private SharedStoreSettings() {}

  /** The name of the store. */
  static String store(SettingSources sources) throws SettingsException {
    return Settings.choice(sources, Setting.STORE, "rocksdb", "postgres", "cassandra");
  }

  /** Refuses a setting that has another value. */
  static void require(SettingSources sources, String store, Setting setting, String value)
      throws SettingsException {
    if (!sources.value(setting).equals(value)) {
      throw new SettingsException(
          "--store=%s cannot be combined with %s: servers that share a store do not support it yet"
              .formatted(store, sources.origin(setting)));
    }
  }
}
