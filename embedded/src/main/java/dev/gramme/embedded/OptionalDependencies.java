package dev.gramme.embedded;

/** Checks that a dependency which most programs do not need is on the class path. */
final class OptionalDependencies {
  private static final String ROCKSDB = "org.rocksdb.RocksDB";

  private OptionalDependencies() {}

  /**
   * Requires the store of databases in folders.
   *
   * @throws IllegalStateException if it is missing
   */
  static void requireRocksDb() {
    try {
      var unused = Class.forName(ROCKSDB, false, OptionalDependencies.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(
          "a database in a folder needs RocksDB; add the dependency org.rocksdb:rocksdbjni to the"
              + " program, or use a database in memory",
          e);
    }
  }
}
