package dev.gramme.bench;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Drops files from the operating system's cache, so that reads of them reach the disk. Java has no
 * method for that; the C library's {@code posix_fadvise} can do it, also without root.
 */
final class PageCache {
  /** So short that only a small part of many gigabytes is read meanwhile. */
  private static final long INTERVAL_MILLIS = 250;

  /** The value of POSIX_FADV_DONTNEED of Linux. */
  private static final int DONT_NEED = 4;

  private static final int READ_ONLY = 0;

  private static final @Nullable Calls CALLS = Calls.find();

  private PageCache() {}

  /** The functions of the C library. */
  private record Calls(MethodHandle open, MethodHandle advise, MethodHandle close) {
    /** Null on a system that does not have them, or has other constants. */
    static @Nullable Calls find() {
      if (!System.getProperty("os.name").equals("Linux")) {
        return null;
      }
      var integer = ValueLayout.JAVA_INT;
      var number = ValueLayout.JAVA_LONG;
      return new Calls(
          find("open", FunctionDescriptor.of(integer, ValueLayout.ADDRESS, integer)),
          find("posix_fadvise", FunctionDescriptor.of(integer, integer, number, number, integer)),
          find("close", FunctionDescriptor.of(integer, integer)));
    }

    @SuppressWarnings("restricted") // the shapes are those of the C library's functions
    private static MethodHandle find(String name, FunctionDescriptor shape) {
      var linker = Linker.nativeLinker();
      return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), shape);
    }

    /** Drops the pages of a file that are on the disk; returns false if that is impossible. */
    boolean drop(Path file) {
      try (var arena = Arena.ofConfined()) {
        int opened = (int) open.invokeExact(arena.allocateFrom(file.toString()), READ_ONLY);
        if (opened < 0) {
          return false;
        }
        try {
          return (int) advise.invokeExact(opened, 0L, 0L, DONT_NEED) == 0;
        } finally {
          int _ = (int) close.invokeExact(opened);
        }
      } catch (RuntimeException | Error e) {
        throw e;
      } catch (Throwable e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /**
   * Drops all files of a folder, after it has written to the disk what they have only in memory.
   *
   * @return false if this system cannot
   */
  static boolean drop(Path folder) throws IOException {
    if (CALLS == null) {
      return false;
    }
    boolean dropped = true;
    for (var file : files(folder)) {
      try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.force(false);
        dropped &= CALLS.drop(file);
      } catch (NoSuchFileException deleted) {
        // A server that runs may delete files.
      }
    }
    return dropped;
  }

  private static List<Path> files(Path folder) throws IOException {
    try (var all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  /**
   * Drops the sorted files of a database again and again until it is closed. Otherwise the faster
   * of two databases would find more of them in the cache, because it has read more of them.
   */
  static Dropping keepDropping(Path folder) throws IOException {
    return new Dropping(folder);
  }

  /** A thread that drops files. */
  static final class Dropping implements AutoCloseable {
    private final Path folder;
    private final Thread thread;

    private Dropping(Path folder) {
      this.folder = folder;
      thread = Thread.ofPlatform().name("page-cache").daemon().start(this::run);
    }

    private void run() {
      try {
        while (CALLS != null) {
          List<Path> files;
          try (var all = Files.list(folder)) {
            files = all.filter(file -> file.toString().endsWith(".sst")).toList();
          }
          files.forEach(CALLS::drop);
          Thread.sleep(INTERVAL_MILLIS);
        }
      } catch (IOException e) {
        Bench.say("the operating system's cache is no longer dropped: " + e);
      } catch (InterruptedException end) {
        // closed
      }
    }

    @Override
    public void close() {
      thread.interrupt();
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
