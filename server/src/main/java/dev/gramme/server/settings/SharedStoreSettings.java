package dev.gramme.server.settings;

import java.util.Map;

/** What holds for all stores that several servers share. */
final class SharedStoreSettings {
  /** Settings that are only right if there is one server, with the values that they must have. */
  private static final Map<Setting, String> FOR_ONE_SERVER =
      Map.of(
          Setting.TRANSACTION_CONFLICTS, "wait",
          Setting.CONTROL_PLANE_LIMITS, "none",
          Setting.IN_MEMORY, "false");

  private SharedStoreSettings() {}

  /** The name of the store. */
  static String store(SettingSources sources) throws SettingsException {
    return Settings.choice(sources, Setting.STORE, "rocksdb", "postgres", "cassandra");
  }

  /** Refuses settings that cannot be combined with a shared store. */
  static void checkOthers(SettingSources sources, String store) throws SettingsException {
    for (var single : FOR_ONE_SERVER.entrySet()) {
      require(sources, store, single.getKey(), single.getValue());
    }
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
