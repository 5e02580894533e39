package dev.gramme.server.backup;

import dev.gramme.storage.rocksdb.DatabaseFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.Map;

/**
 * The hashes of files. Those of immutable files are kept in a file, so that the next backup does
 * not read them again. A file is the same if its path, inode, size and time of modification are the
 * same.
 */
final class FileHashes {
  private final Path cache;
  private final Map<String, String> known = new HashMap<>();
  private final Map<String, String> used = new HashMap<>();

  private FileHashes(Path cache) {
    this.cache = cache;
  }

  /** Reads the kept hashes. */
  static FileHashes read(Path cache) throws IOException {
    var hashes = new FileHashes(cache);
    if (Files.exists(cache)) {
      for (String line : Files.readAllLines(cache)) {
        int space = line.indexOf(' ');
        if (space > 0) {
          hashes.known.put(line.substring(space + 1), line.substring(0, space));
        }
      }
    }
    return hashes;
  }

  /**
   * The hash of a file.
   *
   * @param path its path in the backup
   */
  String of(String path, Path file) throws IOException {
    if (!DatabaseFiles.isImmutable(file)) {
      return hash(file);
    }
    var attributes = Files.readAttributes(file, BasicFileAttributes.class);
    String identity =
        attributes.size()
            + " "
            + attributes.lastModifiedTime()
            + " "
            + attributes.fileKey()
            + " "
            + path;
    String hash = known.get(identity);
    if (hash == null) {
      hash = hash(file);
    }
    used.put(identity, hash);
    return hash;
  }

  private static String hash(Path file) throws IOException {
    try (InputStream content = Files.newInputStream(file)) {
      return Sha256.copy(content, OutputStream.nullOutputStream(), count -> {});
    }
  }

  /** Keeps the hashes of the files of this backup. */
  void write() throws IOException {
    var text = new StringBuilder();
    used.forEach((identity, hash) -> text.append(hash).append(' ').append(identity).append('\n'));
    Path growing = cache.resolveSibling(cache.getFileName() + ".tmp");
    Files.writeString(growing, text, StandardCharsets.UTF_8);
    Files.move(growing, cache, StandardCopyOption.ATOMIC_MOVE);
  }
}
