package dev.gramme.conformance.cases;

import dev.gramme.conformance.support.StoreServers;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.ResourceLock;

/** All cases with the data in Cassandra. */
@Tag("long")
@ResourceLock("nodes of Cassandra")
final class CassandraCasesTest extends StoreCasesContract {
  @Override
  StoreServers store(Path folder) throws Exception {
    return StoreServers.onCassandra(folder);
  }
}
