package dev.gramme.server.backup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.storage.rocksdb.Durability;
import dev.gramme.storage.rocksdb.RocksStore;
import dev.gramme.storage.rocksdb.RocksStoreOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CheckCommandTest {
  private static final int WRITES = 20;
  private static final int VALUE_BYTES = 10_000;

  @TempDir private Path folder;

  /** What the command prints. */
  private static String check(Path data, String... flags) {
    var printed = new ByteArrayOutputStream();
    var out = new PrintStream(printed, true, StandardCharsets.UTF_8);
    var arguments = new ArrayList<>(List.of("--data=" + data));
    arguments.addAll(List.of(flags));
    var _ = CheckCommand.run(arguments, Map.of(), out, out);
    return printed.toString(StandardCharsets.UTF_8);
  }

  /** Copies the files of an open database, as a loss of power leaves them. */
  private static void copy(Path from, Path to) throws IOException {
    try (var files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path target = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else {
          Files.copy(file, target);
        }
      }
    }
  }

  /** Changes a byte in the middle of the longest log. */
  private static void damageLog(Path data) throws IOException {
    Path log;
    try (var files = Files.walk(data)) {
      log =
          files
              .filter(file -> file.toString().endsWith(".log"))
              .max((a, b) -> Long.compare(a.toFile().length(), b.toFile().length()))
              .orElseThrow();
    }
    byte[] bytes = Files.readAllBytes(log);
    assertThat(bytes.length).isGreaterThan(WRITES * VALUE_BYTES);
    bytes[bytes.length / 2] ^= 1;
    Files.write(log, bytes);
  }

  @Test
  void a_database_is_opened_with_the_durability_with_which_it_was_written() throws IOException {
    Path original = folder.resolve("original");
    Path copy = folder.resolve("copy");
    var options = RocksStoreOptions.builder(original).durability(Durability.RELAXED).build();
    var random = new Random(1);
    try (RocksStore store = RocksStore.open(options)) {
      for (int i = 0; i < WRITES; i++) {
        byte number = (byte) i;
        byte[] value = new byte[VALUE_BYTES];
        random.nextBytes(value);
        store
            .transact(tx -> {
              tx.put(new byte[] {1, 1, 1, 1, number}, value);
              return true;
            })
            .join();
      }
      copy(original, copy);
    }
    damageLog(copy);

    // With "sync", damage in the middle of the log is an error, and the database stays closed.
    assertThat(check(copy)).doesNotContain("checking");
    assertThat(check(copy, "--durability=relaxed")).contains("checking " + copy);
  }
}
