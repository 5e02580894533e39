package dev.gramme.server;

import java.util.List;
import org.junit.jupiter.api.Tag;

/** Strong consistency across the regions of a process with its data on disk. */
@Tag("long")
final class RocksStrongRegionsTest extends StrongRegionsContract {
  @Override
  List<String> store() {
    return List.of("--data=" + folder.resolve("data"));
  }
}
