package dev.gramme.conformance.documents;

import static dev.gramme.conformance.support.ChildTraining.CHILD;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The folder in which a page is followed: what a reader has in a clone of the project. */
final class ReaderFolder implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final String PACKAGES = "node_modules";

  /** The module with the data that pages use. */
  private static final String DATA = "conformance";

  /** The packages that pages install. They are downloaded once. */
  private static final List<String> NPM_INSTALL =
      List.of(
          "npm",
          "install",
          "--silent",
          "--prefix",
          ".",
          "@aws-sdk/client-dynamodb@3",
          "@aws-sdk/lib-dynamodb@3");

  private final Path folder;

  ReaderFolder(Path folder, Page page) throws IOException, InterruptedException {
    this.folder = Files.createDirectories(folder);
    AwsCli.script(
        folder.resolve("gramme"),
        "CLASSPATH='%s' exec %s dev.gramme.server.Main \"$@\""
            .formatted(CHILD.classPath(), String.join(" ", CHILD.java())));
    Files.createSymbolicLink(folder.resolve(DATA), Page.ROOT.resolve(DATA));
    if (page.blocks().stream().anyMatch(block -> block.language().equals("js"))) {
      Files.createSymbolicLink(folder.resolve(PACKAGES), packages());
    }
  }

  private static synchronized Path packages() throws IOException, InterruptedException {
    var target = Files.createDirectories(Path.of("target", "documents-npm").toAbsolutePath());
    var packages = target.resolve(PACKAGES);
    if (!Files.exists(packages.resolve("@aws-sdk/lib-dynamodb/package.json"))) {
      try (var npm = new Terminal(target, Map.of(), NPM_INSTALL)) {
        int status = npm.status(PATIENCE);
        if (status != 0) {
          throw new IllegalStateException("npm: status " + status + "\n" + npm.printedFrom(0));
        }
      }
    }
    return packages;
  }

  /** Removes the links, so that nobody follows them to delete the folder. */
  @Override
  public void close() throws IOException {
    Files.delete(folder.resolve(DATA));
    Files.deleteIfExists(folder.resolve(PACKAGES));
  }
}
