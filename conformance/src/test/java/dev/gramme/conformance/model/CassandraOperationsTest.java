package dev.gramme.conformance.model;

import dev.gramme.conformance.support.StoreServers;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Every operation with the data in Cassandra. */
@Tag("long")
@ResourceLock("nodes of Cassandra")
final class CassandraOperationsTest extends StoreOperationsContract {
  @Override
  StoreServers store(Path folder) throws Exception {
    return StoreServers.onCassandra(folder);
  }
}
