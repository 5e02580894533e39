package dev.gramme.server.settings;

import java.util.Map;

/** What holds for all stores that several servers share. */
final class SharedStoreSettings {
  /** Settings that are only right if there is one server, with the values that they must have. */
  private static final Map<Setting, String> FOR_ONE_SERVER =
      Map.of(
          Setting.THROTTLING, "none",
          Setting.TRANSACTION_CONFLICTS, "wait",
          Setting.CONTROL_PLANE_LIMITS, "none",
          Setting.REGIONS, "none",
          Setting.PEERS, "none",
          Setting.MOVABLE_CLOCK, "false",
          Setting.IN_MEMORY, "false");

  private SharedStoreSettings() {}

  /** The name of the store. */
  static String store(SettingSources sources) throws SettingsException {
    return Settings.choice(sources, Setting.STORE, "rocksdb", "postgres", "cassandra");
  }

  /** Refuses settings that cannot be combined with a shared store. */
  static void checkOthers(SettingSources sources, String store) throws SettingsException {
    for (var single : FOR_ONE_SERVER.entrySet()) {
      if (!sources.value(single.getKey()).equals(single.getValue())) {
        throw new SettingsException(
            "--store=%s cannot be combined with %s: servers that share a store do not support it yet"
                .formatted(store, sources.origin(single.getKey())));
      }
    }
  }
}
