package dev.gramme.testkit;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;

/**
 * The command lines of JVMs that the tests of a module start, with the class path of the tests.
 *
 * <p>The first command makes an AOT cache, which later processes use: it halves the processor time
 * of a short process. A cache has no classes of folders, so folders of the class path are packed
 * into jars; jars that name further entries, which may be folders, come last. If the cache cannot
 * be made, processes start without it.
 */
public final class ChildJvm {
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();

  /** For processes that end soon; a later option of a command replaces an earlier one. */
  private static final List<String> OPTIONS =
      List.of(
          "-Xmx256m",
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          "-XX:-UsePerfData",
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow");

  private static final Path FOLDER = Path.of("target", "child-jvm").toAbsolutePath();

  private final Class<?> training;
  private Optional<Prepared> prepared = Optional.empty();

  /**
   * The processes of a module's tests.
   *
   * @param training a class with a main method that does what most of the processes do; its
   *     argument is an empty folder
   */
  public ChildJvm(Class<?> training) {
    this.training = training;
  }

  /** Java and its options, without a class path. */
  public List<String> java() {
    var command = new ArrayList<>(List.of(JAVA));
    command.addAll(OPTIONS);
    command.addAll(prepared().options);
    return command;
  }

  /** The class path of the tests, as jars. */
  public String classPath() {
    return prepared().classPath;
  }

  /** The command that runs a main class. */
  public List<String> command(String mainClass, String... arguments) {
    return command(List.of(), mainClass, arguments);
  }

  /**
   * The command that runs a main class.
   *
   * @param folders further classes
   */
  public List<String> command(List<Path> folders, String mainClass, String... arguments) {
    var classPath = new StringBuilder(classPath());
    folders.forEach(folder -> classPath.append(File.pathSeparator).append(folder));
    var command = java();
    command.addAll(List.of("-cp", classPath.toString(), mainClass));
    command.addAll(List.of(arguments));
    return command;
  }

  private synchronized Prepared prepared() {
    if (prepared.isEmpty()) {
      try {
        prepared = Optional.of(prepare());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return prepared.get();
  }

  private Prepared prepare() throws IOException {
    Files.createDirectories(FOLDER);
    // Surefire passes the class path in a manifest.
    String given =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    var cached = new ArrayList<String>();
    var others = new ArrayList<String>();
    for (String entry : given.split(File.pathSeparator, -1)) {
      Path path = Path.of(entry);
      if (Files.isDirectory(path)) {
        cached.add(pack(path, FOLDER.resolve(cached.size() + ".jar")).toString());
      } else if (Files.exists(path)) {
        (namesFurtherEntries(path) ? others : cached).add(entry);
      }
    }
    var cache = FOLDER.resolve("tests.aot");
    Files.deleteIfExists(cache);
    boolean isTrained = train(String.join(File.pathSeparator, cached), cache);
    cached.addAll(others);
    return new Prepared(
        String.join(File.pathSeparator, cached),
        isTrained ? List.of("-XX:AOTCache=" + cache) : List.of());
  }

  private static boolean namesFurtherEntries(Path jar) throws IOException {
    try (var file = new JarFile(jar.toFile())) {
      var manifest = file.getManifest();
      return manifest != null
          && manifest.getMainAttributes().containsKey(Attributes.Name.CLASS_PATH);
    }
  }

  private static Path pack(Path folder, Path jar) throws IOException {
    try (var files = Files.walk(folder);
        var out = new JarOutputStream(Files.newOutputStream(jar))) {
      out.setLevel(Deflater.NO_COMPRESSION);
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(
            new ZipEntry(folder.relativize(file).toString().replace(File.separatorChar, '/')));
        Files.copy(file, out);
      }
    }
    return jar;
  }

  private boolean train(String classPath, Path cache) throws IOException {
    var command = new ArrayList<>(List.of(JAVA));
    command.addAll(OPTIONS);
    command.addAll(List.of("-XX:AOTCacheOutput=" + cache, "-cp", classPath, training.getName()));
    command.add(Files.createTempDirectory(FOLDER, "training").toString());
    var log = FOLDER.resolve("training.log").toFile();
    var process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log).start();
    try {
      return process.waitFor() == 0 && Files.exists(cache);
    } catch (InterruptedException e) {
      process.destroyForcibly();
      throw new IllegalStateException(e);
    }
  }

  /** What the first command has made. */
  private record Prepared(String classPath, List<String> options) {}
}
