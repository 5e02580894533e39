package dev.gramme.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The files are in the folder of the build, because the temporary folder may be in memory. */
@EnabledOnOs(OS.LINUX)
final class PageCacheTest {
  private static final int BYTES = 4 << 20;

  private Path folder;

  @BeforeEach
  void create() throws IOException {
    folder = Files.createTempDirectory(Files.createDirectories(Path.of("target")), "cache");
  }

  @AfterEach
  void delete() throws IOException {
    try (var files = Files.walk(folder)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /** The bytes that this process has read from a disk. */
  private static long diskBytes() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/io")).stream()
        .filter(line -> line.startsWith("read_bytes: "))
        .mapToLong(line -> Long.parseLong(line.substring("read_bytes: ".length())))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void files_that_were_dropped_are_unchanged_and_read_from_the_disk() throws Exception {
    var content = new byte[BYTES];
    new Random(1).nextBytes(content);
    var file = Files.createDirectories(folder.resolve("rocksdb")).resolve("000007.sst");
    Files.write(file, content);

    assertThat(PageCache.drop(folder)).isTrue();

    long before = diskBytes();
    assertThat(Files.readAllBytes(file)).isEqualTo(content);
    assertThat(diskBytes() - before).isGreaterThanOrEqualTo(BYTES);
  }
}
