package dev.gramme.server;

import java.util.List;

/** Strong consistency across the regions of a process with its data in memory. */
final class StrongRegionsTest extends StrongRegionsContract {
  @Override
  List<String> store() {
    return List.of("--in-memory");
  }
}
