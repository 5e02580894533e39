package dev.gramme.storage.rocksdb;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How far an archive has the log of a database, as a file in the database's folder. It says that
 * RocksDB's log continues the archive: all writes after it are in the log, unless RocksDB has
 * deleted some, which is found when they are read. So what could break this deletes the file first:
 * an opening without an archive, an opening of a database that ends before the mark, a failed
 * write.
 *
 * <p>A new mark is not made durable, but its deletion is. After a loss of power an older mark may
 * be there, or none; a reader compares it with the archive.
 *
 * @param sequence the sequence number of the last write that the archive has
 * @param note what the archive needs to continue
 */
public record ArchivedMark(long sequence, String note) {
  /** The name of the file. */
  static final String FILE = "gramme.archived";

  /** The file until it is complete and renamed. */
  static final String INCOMPLETE_FILE = FILE + ".tmp";

  private static final Pattern CONTENT = Pattern.compile("([0-9]{1,18}) (\\S.*)\n");

  /** Reads the mark in a folder; empty if there is none or it is not complete. */
  static Optional<ArchivedMark> read(Path folder) throws IOException {
    Path file = folder.resolve(FILE);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    Matcher content = CONTENT.matcher(new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
    return content.matches()
        ? Optional.of(new ArchivedMark(Long.parseLong(content.group(1)), content.group(2)))
        : Optional.empty();
  }

  /** Deletes the mark in a folder. When this returns, it is away for good. */
  static void delete(Path folder) throws IOException {
    if (Files.deleteIfExists(folder.resolve(FILE))) {
      StoreFolder.flushNames(folder);
    }
  }

  /** Replaces the mark in a folder. */
  void write(Path folder) throws IOException {
    Path growing = folder.resolve(INCOMPLETE_FILE);
    Files.writeString(growing, sequence + " " + note + "\n");
    Files.move(growing, folder.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
  }
}
