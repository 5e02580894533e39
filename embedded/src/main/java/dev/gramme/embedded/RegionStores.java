package dev.gramme.embedded;

import dev.gramme.server.RegionFolders;
import dev.gramme.storage.StorageException;
import dev.gramme.storage.Store;
import dev.gramme.storage.memory.MemoryStore;
import dev.gramme.storage.rocksdb.RocksStore;
import dev.gramme.storage.rocksdb.RocksStoreOptions;
import dev.gramme.storage.rocksdb.SharedMemory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The stores of the regions of one embedded database: all in memory, or all in one folder. */
sealed interface RegionStores {

  /** The existing regions, the default region first. */
  List<String> regions();

  /** Opens the store of a region. Creates it if it does not exist. */
  Store open(String region);

  /** Forgets an open store that was closed before it was used. It can be opened again. */
  void forget(String region);

  /**
   * An independent copy.
   *
   * @throws UnsupportedOperationException if the stores are not in memory
   */
  RegionStores fork();

  /** Stores in memory. There are none yet. */
  static RegionStores inMemory() {
    return new InMemory(Map.of());
  }

  /** The stores in a folder. */
  static RegionStores in(Path folder) {
    OptionalDependencies.requireRocksDb();
    return new InFolder(new RegionFolders(folder, Gramme.REGION.id(), true));
  }

  /** Stores in memory. */
  final class InMemory implements RegionStores {
    private final Map<String, MemoryStore> stores;

    private InMemory(Map<String, MemoryStore> stores) {
      this.stores = new ConcurrentHashMap<>(stores);
    }

    @Override
    public List<String> regions() {
      String first = Gramme.REGION.id();
      var regions = new ArrayList<>(List.of(first));
      stores.keySet().stream().filter(name -> !name.equals(first)).sorted().forEach(regions::add);
      return regions;
    }

    @Override
    public Store open(String region) {
      return stores.computeIfAbsent(region, name -> new MemoryStore());
    }

    @Override
    public void forget(String region) {
      stores.remove(region);
    }

    @Override
    public RegionStores fork() {
      var copies = new ConcurrentHashMap<String, MemoryStore>();
      stores.forEach((region, store) -> copies.put(region, store.fork()));
      return new InMemory(copies);
    }
  }

  /**
   * Stores on disk. The stores of all regions except the default share 16 MB of block cache and 32
   * MB of write buffers, which are allocated until the process ends.
   */
  record InFolder(RegionFolders folders) implements RegionStores {
    private static final int FILES = 64;
    private static final SharedMemory SHARED =
        SharedMemory.builder().blockCacheBytes(16 << 20).writeBufferBytes(32 << 20).build();

    @Override
    public List<String> regions() {
      try {
        return folders.regions();
      } catch (IOException e) {
        throw new StorageException("The folder " + folders.data() + " cannot be read: " + e, e);
      }
    }

    @Override
    public Store open(String region) {
      var options = RocksStoreOptions.builder(folders.of(region));
      if (!region.equals(Gramme.REGION.id())) {
        options.sharedMemory(SHARED, FILES);
      }
      return RocksStore.open(options.build());
    }

    @Override
    public void forget(String region) {
      // The folder is opened anew each time.
    }

    @Override
    public RegionStores fork() {
      throw new UnsupportedOperationException("only a database in memory can be forked");
    }
  }
}
