package dev.gramme.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Drops files from the operating system's cache, so that a measurement does not profit from the
 * reads of the one before it. Java cannot; {@code dd} of GNU can, also without root.
 */
final class PageCache {
  private PageCache() {}

  /**
   * Drops all files of a folder.
   *
   * @return false if this machine's {@code dd} cannot
   */
  static boolean drop(Path folder) throws IOException, InterruptedException {
    List<Path> files;
    try (var all = Files.walk(folder)) {
      files = all.filter(Files::isRegularFile).toList();
    }
    boolean dropped = true;
    for (var file : files) {
      dropped &= dropFile(file);
    }
    return dropped;
  }

  /**
   * Writes what the file has only in memory to the disk, then drops it; its content is unchanged.
   */
  private static boolean dropFile(Path file) throws IOException, InterruptedException {
    var process =
        new ProcessBuilder(
                "dd", "of=" + file, "oflag=nocache", "conv=nocreat,notrunc,fdatasync", "count=0")
            .redirectErrorStream(true)
            .start();
    process.getOutputStream().close();
    process.getInputStream().transferTo(OutputStream.nullOutputStream());
    // A server that runs may have deleted the file.
    return process.waitFor() == 0 || !Files.exists(file);
  }
}
