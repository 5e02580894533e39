package dev.gramme.conformance.model;

import dev.gramme.conformance.support.StoreServers;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;

/** Every operation with the data in RocksDB. */
@Tag("slow")
final class RocksOperationsTest extends StoreOperationsContract {
  @Override
  StoreServers store(Path folder) {
    return StoreServers.onRocksDb(folder);
  }
}
