package dev.gramme.server.settings;

/** What holds for all stores that several servers share. */
final class SharedStoreSettings {
  private SharedStoreSettings() {}

  /** The name of the store. */
  static String store(SettingSources sources) throws SettingsException {
    return Settings.choice(sources, Setting.STORE, "rocksdb", "postgres", "cassandra");
  }

  /**
   * The name of the schema or keyspace of a region.
   *
   * @param name the name in the setting
   * @param first the region whose data has this name
   */
  static String nameIn(String region, String first, String name) {
    return region.equals(first) ? name : name + "_" + region.replace('-', '_');
  }

  /** Refuses regions for which the name of a schema or keyspace would be too long. */
  static void checkNames(SettingSources sources, String kind, String name, int most)
      throws SettingsException {
    for (String region : RegionSettings.regions(sources.value(Setting.REGIONS))) {
      if (nameIn(region, sources.value(Setting.REGION), name).length() > most) {
        throw new SettingsException(
            "the %s %s of a region has a name of more than %d characters"
                .formatted(kind, nameIn(region, sources.value(Setting.REGION), name), most));
      }
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
