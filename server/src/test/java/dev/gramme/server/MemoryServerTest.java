package dev.gramme.server;

import java.nio.file.Path;
import java.util.List;

/** A server with its data in memory. */
final class MemoryServerTest extends OneServerContract {
  @Override
  List<String> store(Path folder) {
    return List.of("--in-memory");
  }
}
