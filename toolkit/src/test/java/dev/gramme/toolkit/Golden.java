package dev.gramme.toolkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Compares texts with files beside the tests. {@code -Dgramme.rewrite=true} rewrites the files;
 * review the diff before committing them.
 */
public final class Golden {
  private static final Path FOLDER = Path.of("src/test/resources/dev/gramme/toolkit/golden");

  private Golden() {}

  /** Fails if the text differs from the file. */
  public static void check(String file, String text) {
    Path path = FOLDER.resolve(file);
    try {
      if (Boolean.getBoolean("gramme.rewrite")) {
        Files.createDirectories(FOLDER);
        Files.writeString(path, text);
      }
      assertThat(text).isEqualTo(Files.readString(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
