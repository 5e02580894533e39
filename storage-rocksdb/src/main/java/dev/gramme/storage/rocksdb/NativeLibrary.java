package dev.gramme.storage.rocksdb;

import dev.gramme.storage.StorageException;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.CodeSource;
import java.util.List;
import org.rocksdb.RocksDB;
import org.rocksdb.util.Environment;
import org.slf4j.LoggerFactory;

/**
 * Loads RocksDB's native library from a cache folder.
 *
 * <p>RocksDB itself unpacks the 17 megabytes from its jar into a temporary file at every start,
 * which takes longer than opening the database. Here they are unpacked once, into a folder whose
 * name contains the size and the CRC from the jar, so that each version has its own folder. The
 * file gets its final name only when it is complete and flushed.
 *
 * <p>An installed release has the library as a file. Its jar contains no library, and the system
 * property {@code gramme.native} names the folder.
 */
final class NativeLibrary {
  /**
   * {@link RocksDB#loadLibrary(List)} expects "jni" twice in the name, unlike the file in its own
   * jar.
   */
  private static final String NAME_ON_DISK = Environment.getJniLibraryFileName("rocksdbjni");

  private static boolean loaded;

  private NativeLibrary() {}

  /** {@code $XDG_CACHE_HOME/gramme}, by default {@code ~/.cache/gramme}. */
  static Path defaultFolder() {
    String cache = System.getenv("XDG_CACHE_HOME");
    return cache != null && !cache.isBlank()
        ? Path.of(cache, "gramme")
        : Path.of(System.getProperty("user.home"), ".cache", "gramme");
  }

  /** Loads the library from the cache folder, if it is not loaded yet. */
  static synchronized void load(Path folder) {
    if (loaded) {
      return;
    }
    String installed = System.getProperty("gramme.native");
    if (installed != null) {
      RocksDB.loadLibrary(List.of(installed));
      loaded = true;
      return;
    }
    try {
      RocksDB.loadLibrary(List.of(unpacked(folder).toString()));
    } catch (IOException | UnsatisfiedLinkError e) {
      // For example a read-only home, or a folder mounted without execute permission: slower, but
      // it works.
      LoggerFactory.getLogger(NativeLibrary.class)
          .info(
              "RocksDB's library cannot be cached in {} ({}); it is unpacked to a temporary file.",
              folder,
              e.toString());
      RocksDB.loadLibrary();
    }
    loaded = true;
  }

  /** The folder that holds the unpacked library; unpacks it if necessary. */
  static Path unpacked(Path folder) throws IOException {
    String name = Environment.getJniLibraryFileName("rocksdb");
    URL packed = packed(name);
    URLConnection connection = packed.openConnection();
    long size = connection.getContentLengthLong();
    long crc = connection instanceof JarURLConnection jar ? jar.getJarEntry().getCrc() : 0;
    Path home = folder.resolve("rocksdb-%d-%08x".formatted(size, crc));
    Path library = home.resolve(NAME_ON_DISK);
    if (!Files.exists(library) || Files.size(library) != size) {
      unpack(packed, library);
    }
    return home;
  }

  /**
   * The library's URL in RocksDB's own jar. Asking the class loader would open all jars before that
   * one.
   */
  private static URL packed(String name) throws IOException {
    CodeSource source = RocksDB.class.getProtectionDomain().getCodeSource();
    if (source != null && source.getLocation().getPath().endsWith(".jar")) {
      return URI.create("jar:" + source.getLocation() + "!/" + name).toURL();
    }
    URL found = RocksDB.class.getClassLoader().getResource(name);
    if (found == null) {
      throw new StorageException("RocksDB has no library for this platform: " + name);
    }
    return found;
  }

  private static void unpack(URL packed, Path library) throws IOException {
    Path home = library.toAbsolutePath().getParent();
    Files.createDirectories(home);
    // In the same folder, so that the move is a rename; with a unique name, since another process
    // may be unpacking too.
    Path growing = Files.createTempFile(home, "unpacking", ".tmp");
    try (InputStream in = packed.openStream()) {
      Files.copy(in, growing, StandardCopyOption.REPLACE_EXISTING);
      try (FileChannel file = FileChannel.open(growing, StandardOpenOption.WRITE)) {
        file.force(true);
      }
      Files.move(growing, library, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(growing);
    }
  }
}
