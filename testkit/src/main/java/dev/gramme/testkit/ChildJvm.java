package dev.gramme.testkit;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;

/**
 * Builds the command lines of child JVMs for the tests of a module. The children have the class
 * path of the tests.
 *
 * <p>The first call of {@link #java}, {@link #classPath} or {@link #command} creates an AOT cache,
 * which all processes use: it halves the processor time of a short process (November 2026). An AOT
 * cache cannot contain classes from folders, so folders are packed into jars. Jars with {@code
 * Class-Path} in their manifest come last, because its entries may be folders. If the cache cannot
 * be created within {@link #MAX_TRAINING}, processes start without it.
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

  /** The maximum duration of the training that creates the cache. */
  private static final Duration MAX_TRAINING = Duration.ofMinutes(2);

  private final Class<?> training;
  private final String testClassPath;
  private final Path folder;
  private Optional<Prepared> prepared = Optional.empty();

  /**
   * Creates commands for one module.
   *
   * @param training a class with a main method that does what most of the processes do; its
   *     argument is an empty folder
   */
  public ChildJvm(Class<?> training) {
    this(
        training,
        // Surefire passes the class path in a manifest.
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
        Path.of("target", "child-jvm").toAbsolutePath());
  }

  /**
   * Creates commands with a class path.
   *
   * @param folder receives the cache and the jars
   */
  ChildJvm(Class<?> training, String testClassPath, Path folder) {
    this.training = training;
    this.testClassPath = testClassPath;
    this.folder = folder;
  }

  /** Java and its options, without a class path. */
  public List<String> java() {
    var command = new ArrayList<>(List.of(JAVA));
    command.addAll(OPTIONS);
    command.addAll(prepared().options);
    return command;
  }

  /** The class path of the tests, with jars in place of folders unless they cannot be packed. */
  public String classPath() {
    return prepared().classPath;
  }

  /** The command that runs a main class. */
  public List<String> command(String mainClass, String... arguments) {
    return command(List.of(), mainClass, arguments);
  }

  /**
   * The command that runs a main class, with further classes.
   *
   * @param folders folders with classes, appended to the class path
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
      } catch (IOException | UncheckedIOException e) {
        prepared = Optional.of(new Prepared(testClassPath, List.of()));
      }
    }
    return prepared.get();
  }

  private Prepared prepare() throws IOException {
    Files.createDirectories(folder);
    var cached = new ArrayList<String>();
    var others = new ArrayList<String>();
    for (String entry : testClassPath.split(File.pathSeparator, -1)) {
      Path path = Path.of(entry);
      if (Files.isDirectory(path)) {
        cached.add(pack(path, folder.resolve(cached.size() + ".jar")).toString());
      } else if (Files.exists(path)) {
        (namesFurtherEntries(path) ? others : cached).add(entry);
      }
    }
    var cache = folder.resolve("tests.aot");
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

  private static Path pack(Path classes, Path jar) throws IOException {
    try (var files = Files.walk(classes);
        var out = new JarOutputStream(Files.newOutputStream(jar))) {
      out.setLevel(Deflater.NO_COMPRESSION);
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(
            new ZipEntry(classes.relativize(file).toString().replace(File.separatorChar, '/')));
        Files.copy(file, out);
      }
    }
    return jar;
  }

  private boolean train(String classPath, Path cache) throws IOException {
    var command = new ArrayList<>(List.of(JAVA));
    command.addAll(OPTIONS);
    command.addAll(List.of("-XX:AOTCacheOutput=" + cache, "-cp", classPath, training.getName()));
    command.add(Files.createTempDirectory(folder, "training").toString());
    var log = folder.resolve("training.log").toFile();
    var process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log).start();
    try {
      return process.waitFor(MAX_TRAINING) && process.exitValue() == 0 && Files.exists(cache);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    } finally {
      process.destroyForcibly();
    }
  }

  /** The class path, and the option for the AOT cache if it exists. */
  private record Prepared(String classPath, List<String> options) {}
}
