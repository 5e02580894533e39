package dev.gramme.server.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A value that is read from files, and again whenever one of them changes. If the changed files
 * cannot be read, the value stays the same and one line is logged.
 */
public final class ReloadedFiles<T> implements Supplier<T> {
  private static final Logger LOG = LoggerFactory.getLogger(ReloadedFiles.class);

  private final String what;
  private final List<Path> files;
  private final Reader<T> reader;
  private List<Stamp> stamps;
  private volatile T value;

  /** Reads a value from files. */
  @FunctionalInterface
  public interface Reader<T> {
    /**
     * The value.
     *
     * @throws UnreadableException if the files do not hold one
     */
    T read() throws IOException, UnreadableException;
  }

  /** The files do not hold a usable value; the message is one line that says why. */
  public static final class UnreadableException extends Exception {
    private static final long serialVersionUID = 1L;

    /** An exception with one line that says what is wrong. */
    public UnreadableException(String line, @Nullable Throwable cause) {
      super(line, cause);
    }
  }

  private record Stamp(@Nullable FileTime modified, long size, @Nullable Object key) {
    static Stamp of(Path file) {
      try {
        var attributes = Files.readAttributes(file, BasicFileAttributes.class);
        return new Stamp(attributes.lastModifiedTime(), attributes.size(), attributes.fileKey());
      } catch (IOException e) {
        return new Stamp(null, 0, null);
      }
    }
  }

  private ReloadedFiles(String what, List<Path> files, Reader<T> reader)
      throws IOException, UnreadableException {
    this.what = what;
    this.files = List.copyOf(files);
    this.reader = reader;
    this.stamps = stamps();
    this.value = reader.read();
  }

  /**
   * Reads a value for the first time.
   *
   * @param what names the value in the log
   */
  public static <T> ReloadedFiles<T> read(String what, List<Path> files, Reader<T> reader)
      throws IOException, UnreadableException {
    return new ReloadedFiles<>(what, files, reader);
  }

  private List<Stamp> stamps() {
    var now = new ArrayList<Stamp>();
    files.forEach(file -> now.add(Stamp.of(file)));
    return now;
  }

  /** The value of the last successful read. */
  @Override
  public T get() {
    return value;
  }

  /** Reads the files again if one of them has changed since the last read. */
  public synchronized void check() {
    List<Stamp> now = stamps();
    if (now.equals(stamps)) {
      return;
    }
    stamps = now;
    try {
      value = reader.read();
      LOG.info("{} in {} changed and were read again", what, files);
    } catch (UnreadableException e) {
      LOG.error(
          "{} in {} changed but cannot be used; the former ones stay in use: {}",
          what,
          files,
          e.getMessage());
    } catch (IOException | RuntimeException e) {
      LOG.error(
          "{} in {} changed but cannot be read; the former ones stay in use: {}",
          what,
          files,
          e.toString());
    }
  }
}
