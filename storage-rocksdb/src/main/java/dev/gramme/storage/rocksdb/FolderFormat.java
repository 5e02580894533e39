package dev.gramme.storage.rocksdb;

import dev.gramme.storage.StorageException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The format of a folder, which {@code gramme.format} names: {@code rocksdb} and a version. A
 * folder of an earlier version is upgraded in place, one version at a time. The file gets the next
 * version after each step, so an interrupted upgrade continues with the step that was interrupted.
 *
 * @param steps each upgrades a folder from the version of its index plus one to the next version
 */
record FolderFormat(List<Step> steps) {
  /** The format that this version of Gramme writes. */
  static final FolderFormat CURRENT = new FolderFormat(List.of());

  /** The name of the file. */
  static final String FILE = "gramme.format";

  /** The file until it is complete and renamed. */
  static final String INCOMPLETE_FILE = FILE + ".tmp";

  private static final Pattern NAME = Pattern.compile("rocksdb ([1-9][0-9]{0,5})");

  FolderFormat {
    steps = List.copyOf(steps);
  }

  /** A step of an upgrade. It may run again after it was interrupted at any point. */
  @FunctionalInterface
  interface Step {
    void run(Path folder) throws IOException;
  }

  private int version() {
    return steps.size() + 1;
  }

  /**
   * Makes sure that a locked folder with a database has this format.
   *
   * @throws StorageException if it has a newer or an unknown format
   */
  void upgrade(Path folder) throws IOException {
    String name = Files.readString(folder.resolve(FILE)).strip();
    Matcher format = NAME.matcher(name);
    int version = format.matches() ? Integer.parseInt(format.group(1)) : Integer.MAX_VALUE;
    if (version > version()) {
      throw new StorageException(
          "The folder %s has the format \"%s\"; this version of Gramme reads \"%s\"%s."
              .formatted(
                  folder,
                  name,
                  name(version()),
                  format.matches() ? ", so a newer version is needed" : ""));
    }
    for (int from = version; from < version(); from++) {
      steps.get(from - 1).run(folder);
      write(folder, from + 1);
    }
  }

  /** Marks a folder as a database of this format. */
  void mark(Path folder) throws IOException {
    write(folder, version());
  }

  private static void write(Path folder, int version) throws IOException {
    Path growing = folder.resolve(INCOMPLETE_FILE);
    try (FileChannel file =
        FileChannel.open(
            growing,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      file.write(ByteBuffer.wrap((name(version) + "\n").getBytes(StandardCharsets.UTF_8)));
      file.force(true);
    }
    Files.move(growing, folder.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
    StoreFolder.flushNames(folder);
  }

  private static String name(int version) {
    return "rocksdb " + version;
  }
}
