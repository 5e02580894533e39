package dev.gramme.storage.rocksdb;

import dev.gramme.storage.StorageException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How far an archive has the log of a database, as a file in the database's folder. Each opening
 * takes the file away, with or without an archive. So if there is a mark, the log after it was
 * written by the process that wrote the mark.
 *
 * <p>The mark is not made durable. After a loss of power an older mark may be there, or none; a
 * reader compares it with the archive.
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

  /** Takes the mark out of a folder; when this returns, it is away for good. */
  static Optional<ArchivedMark> take(Path folder) throws IOException {
    Path file = folder.resolve(FILE);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    Matcher content = CONTENT.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
    Files.delete(file);
    StoreFolder.flushNames(folder);
    return content.matches()
        ? Optional.of(new ArchivedMark(Long.parseLong(content.group(1)), content.group(2)))
        : Optional.empty();
  }

  /** Replaces the mark in a folder. */
  void write(Path folder) {
    Path growing = folder.resolve(INCOMPLETE_FILE);
    try {
      Files.writeString(growing, sequence + " " + note + "\n", StandardCharsets.ISO_8859_1);
      Files.move(growing, folder.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new StorageException("The folder " + folder + " cannot be written: " + e, e);
    }
  }
}
