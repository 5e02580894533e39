package dev.gramme.conformance.cases;

import dev.gramme.conformance.support.StoreServers;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;

/** All cases with the data in RocksDB. */
@Tag("slow")
final class RocksCasesTest extends StoreCasesContract {
  @Override
  StoreServers store(Path folder) {
    return StoreServers.onRocksDb(folder);
  }
}
