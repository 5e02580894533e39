package dev.gramme.conformance.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.transfer.s3.S3Server;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.gaul.s3proxy.nio2blob.FilesystemNio2BlobStore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process with 512 MB of heap imports and exports a gigabyte. */
@Tag("long")
final class LargeTransferTest {
  private static final int FILES = 4;
  private static final int ITEMS_OF_FILE = 250_000;
  private static final int TEXT = 1000;

  @TempDir Path folder;
  private Path buckets;
  private long bytes;

  @BeforeEach
  void write() throws IOException {
    buckets = folder.resolve("buckets");
    bytes = write(Files.createDirectories(buckets.resolve(LargeTransfer.BUCKET).resolve("in")));
  }

  @Test
  void a_gigabyte_is_imported_from_a_folder_and_exported_to_it() throws Exception {
    transfer(buckets.toString());
  }

  @Test
  void a_gigabyte_is_imported_from_s3_and_exported_to_it() throws Exception {
    try (var server = new S3Server(new FilesystemNio2BlobStore(buckets.toString()))) {
      transfer(server.endpoint().uri().toString());
    }
  }

  private void transfer(String from) throws Exception {
    var process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+ExitOnOutOfMemoryError",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                LargeTransfer.class.getName(),
                folder.toString(),
                from,
                Integer.toString(FILES * ITEMS_OF_FILE),
                Long.toString(bytes >> 20))
            .redirectOutput(Redirect.INHERIT)
            .redirectError(Redirect.INHERIT)
            .start();
    assertThat(process.waitFor()).isZero();
  }

  private static long write(Path to) throws IOException {
    var random = new SplittableRandom(1);
    var text = new byte[TEXT];
    long bytes = 0;
    for (int i = 0; i < FILES; i++) {
      Path file = to.resolve(i + ".json");
      try (var out = Files.newBufferedWriter(file)) {
        for (int j = 0; j < ITEMS_OF_FILE; j++) {
          for (int k = 0; k < TEXT; k++) {
            text[k] = (byte) ('a' + random.nextInt(26));
          }
          out.write("{\"Item\":{\"pk\":{\"S\":\"" + i + "-" + j + "\"},\"n\":{\"N\":\"" + j);
          out.write("\"},\"text\":{\"S\":\"");
          out.write(new String(text, StandardCharsets.US_ASCII));
          out.write("\"}}}\n");
        }
      }
      bytes += Files.size(file);
    }
    return bytes;
  }
}
