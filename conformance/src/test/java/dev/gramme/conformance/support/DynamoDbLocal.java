package dev.gramme.conformance.support;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Amazon's DynamoDB Local in a JVM of its own, in memory, on a free loopback port.
 *
 * <p>Its own launcher listens on every interface; {@link DynamoDbLocalMain} does not. The child
 * process watches its standard input, so it exits when this process closes it or dies.
 */
public final class DynamoDbLocal implements AutoCloseable {
  private static final Path NATIVE_LIBRARIES = Path.of("target", "native-libs");

  private final Process process;
  private final URI uri;

  private DynamoDbLocal(Process process, URI uri) {
    this.process = process;
    this.uri = uri;
  }

  /** Starts DynamoDB Local and waits until it listens. */
  public static DynamoDbLocal start() {
    try {
      var process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xmx1g",
                  "-XX:TieredStopAtLevel=1",
                  "-XX:+UseSerialGC",
                  "--enable-native-access=ALL-UNNAMED",
                  "-Djava.library.path=" + NATIVE_LIBRARIES.toAbsolutePath(),
                  "-Dsqlite4java.library.path=" + NATIVE_LIBRARIES.toAbsolutePath(),
                  "-cp",
                  classPath(),
                  DynamoDbLocalMain.class.getName())
              .redirectError(new File("target/dynamodb-local.log"))
              .start();
      // A killed test run must not leave the emulator behind.
      Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
      var out = process.inputReader(StandardCharsets.UTF_8);
      for (var line = out.readLine(); line != null; line = out.readLine()) {
        if (line.startsWith(DynamoDbLocalMain.READY)) {
          Thread.ofPlatform().daemon().start(() -> out.lines().forEach(ignored -> {}));
          return new DynamoDbLocal(
              process, URI.create(line.substring(DynamoDbLocalMain.READY.length())));
        }
      }
      throw new IllegalStateException("DynamoDB Local ended; see target/dynamodb-local.log");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The URI of the server. */
  public URI uri() {
    return uri;
  }

  @Override
  public void close() {
    process.destroy();
  }

  /**
   * The class path. Surefire passes it in a manifest, so {@code java.class.path} alone is not
   * enough.
   */
  private static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }
}
