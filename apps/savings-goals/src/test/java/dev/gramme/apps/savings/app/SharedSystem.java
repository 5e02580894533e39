package dev.gramme.apps.savings.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * A system that several test classes share, since its start takes longer than their tests. It has
 * no consumer, and a batch whose process fails immediately.
 */
final class SharedSystem implements ParameterResolver {
  static final int CUSTOMERS = 1_000;

  private record Started(Path folder, RunningSystem system) implements AutoCloseable {
    static Started start(Namespace key) {
      try {
        // Pages show paths of logs; this one is wider than a phone.
        var folder = Files.createTempDirectory("savings-goals-of-several-test-classes-");
        return new Started(folder, new RunningSystem(folder, CUSTOMERS, failingBatch(folder)));
      } catch (Exception e) {
        throw new IllegalStateException("the system does not start", e);
      }
    }

    /** A built batch whose main class is missing. */
    private static Path failingBatch(Path folder) throws IOException {
      var batch = folder.resolve("batch");
      Files.createDirectories(batch.resolve("target"));
      Files.createFile(batch.resolve("jvm.options"));
      Files.createFile(batch.resolve("target/batch.classpath"));
      return batch;
    }

    /** Ends the system. JUnit calls it after the last test class. */
    @Override
    public void close() throws IOException {
      system.close();
      try (var paths = Files.walk(folder)) {
        paths.sorted(Comparator.reverseOrder()).forEach(Started::delete);
      }
    }

    private static void delete(Path path) {
      try {
        Files.delete(path);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == RunningSystem.class;
  }

  @Override
  public RunningSystem resolveParameter(ParameterContext parameter, ExtensionContext context) {
    var key = Namespace.create(SharedSystem.class);
    return context
        .getRoot()
        .getStore(key)
        .computeIfAbsent(key, Started::start, Started.class)
        .system();
  }
}
