package dev.gramme.server;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;

/** A server with its data in RocksDB. */
@Tag("slow")
final class RocksServerTest extends OneServerContract {
  @Override
  List<String> store(Path folder) {
    return List.of("--data=" + folder);
  }
}
