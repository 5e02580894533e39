package dev.gramme.bench;

import java.io.File;
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
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Drops files from the operating system's cache, so that reads of them reach the disk. Java has no
 * method for that; the C library's {@code posix_fadvise} can do it, also without root.
 */
final class PageCache {
  /** So short that only a small part of many gigabytes is read between two drops. */
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
          find(
              "open",
              FunctionDescriptor.of(integer, ValueLayout.ADDRESS, integer),
              Linker.Option.firstVariadicArg(2)),
          find("posix_fadvise", FunctionDescriptor.of(integer, integer, number, number, integer)),
          find("close", FunctionDescriptor.of(integer, integer)));
    }

    @SuppressWarnings("restricted") // the shapes are those of the C library's functions
    private static MethodHandle find(
        String name, FunctionDescriptor shape, Linker.Option... options) {
      var linker = Linker.nativeLinker();
      return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), shape, options);
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
   * Drops the files of a folder and of its folders, after it has written to the disk what they have
   * only in memory. A server that runs may delete files meanwhile.
   *
   * @return false if this system cannot
   */
  static boolean drop(Path folder) throws IOException {
    boolean dropped = CALLS != null;
    for (var file : files(folder)) {
      dropped &= file.isDirectory() ? drop(file.toPath()) : dropFile(file.toPath());
    }
    return dropped;
  }

  private static boolean dropFile(Path file) throws IOException {
    try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(false);
      return CALLS != null && (CALLS.drop(file) || !Files.exists(file));
    } catch (NoSuchFileException deleted) {
      return true;
    }
  }

  /** What is in a folder; nothing if it was deleted. */
  private static File[] files(Path folder) {
    File[] files = folder.toFile().listFiles();
    return files == null ? new File[0] : files;
  }

  /**
   * Drops the sorted files of a database again and again until it is closed. Otherwise a faster
   * database would read more files into the cache, and then profit from it.
   */
  static Dropping keepDropping(Path folder) {
    return new Dropping(folder);
  }

  /** A thread that drops files. */
  static final class Dropping implements AutoCloseable {
    private final Path folder;
    private final Thread thread;
    private volatile boolean allDropped = true;

    private Dropping(Path folder) {
      this.folder = folder;
      thread = Thread.ofPlatform().name("page-cache").daemon().start(this::run);
    }

    private void run() {
      try {
        while (CALLS != null) {
          for (var file : files(folder)) {
            if (file.getName().endsWith(".sst")) {
              allDropped &= CALLS.drop(file.toPath()) || !file.exists();
            }
          }
          TimeUnit.MILLISECONDS.sleep(INTERVAL_MILLIS);
        }
      } catch (InterruptedException end) {
        return; // closed
      }
      allDropped = false;
    }

    /** Whether all files were dropped so far. */
    boolean allDropped() {
      return allDropped;
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
