package dev.gramme.conformance.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import dev.gramme.conformance.support.Json;
import dev.gramme.storage.Store;
import dev.gramme.storage.memory.MemoryStore;
import dev.gramme.transfer.bucket.FolderBuckets;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Objects with invalid content: each error is counted and logged, and everything else is imported.
 */
class MalformedImportTest {
  @TempDir Path folder;
  private Path bucket;
  private TransferDatabase database;

  /** A new store for a database. */
  Store store() {
    return new MemoryStore();
  }

  @BeforeEach
  void open() throws IOException {
    bucket = Files.createDirectories(folder.resolve("files"));
    database =
        new TransferDatabase(store(), new FolderBuckets(folder), folder, InstantSource.system());
  }

  @AfterEach
  void close() {
    database.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          $ion_1_0 {Item:{pk:"bad"                 | The line is not Ion
          $ion_1_0 {Item:{pk:7}}                   | Type mismatch for key pk
          $ion_1_0 {Item:{pk:"bad"}} {Item:{}}     | more than one Ion value
          $ion_1_0 "text"                          | not an Ion structure
          $ion_1_0 {Record:{pk:"bad"}}             | no member Item
          $ion_1_0 {Item:{pk:"bad",t:2026-11-21T}} | The Ion type TIMESTAMP is not an attribute type
          $ion_1_0 {Item:{pk:"bad",s:$dynamodb_SS::[1]}} | set
          """)
  void a_line_that_is_not_an_ion_item_is_one_error(String line, String message) throws IOException {
    String good = "$ion_1_0 {Item:{pk:\"%s\"}}\n";
    write("a.ion", good.formatted("a") + line + "\n" + good.formatted("b"));

    checkFaults(imported("ION", "NONE"), 3, 2, message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          x,y,z   | The row has 3 fields, but the header has 2
          x       | The row has 1 fields, but the header has 2
          ,y      | empty string value
          """)
  void a_row_that_is_not_an_item_is_one_error(String row, String message) throws IOException {
    write("a.csv", "pk,v\na,1\n" + row + "\nb,2\n");

    checkFaults(imported("CSV", "NONE"), 3, 2, message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          pk,v,v        | A column occurs twice in the header
          pk,           | A column in the header has no name
          """)
  void an_object_with_an_invalid_header_is_skipped(String header, String message)
      throws IOException {
    write("a.csv", header + "\na,1\n");
    write("b.csv", "pk\nb\n");

    checkFaults(imported("CSV", "NONE"), 2, 1, message);
  }

  @Test
  void the_rest_of_an_object_after_an_unclosed_quote_is_skipped() throws IOException {
    write("a.csv", "pk,v\na,1\n\"b,2\nc,3\n");
    write("b.csv", "pk\nd\n");

    var done = imported("CSV", "NONE");

    assertThat(done.get("ImportStatus")).isEqualTo("FAILED");
    assertThat(number(done, "ErrorCount")).isEqualTo(1);
    assertThat(number(done, "ImportedItemCount")).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({"GZIP,cut", "GZIP,plain", "GZIP,damaged", "ZSTD,cut", "ZSTD,plain", "ZSTD,damaged"})
  void the_rest_of_an_object_after_damaged_compression_is_skipped(String compression, String fault)
      throws IOException {
    byte[] whole = compressed(items("a", 2000), compression);
    byte[] bad =
        switch (fault) {
          case "cut" -> Arrays.copyOf(whole, whole.length / 2);
          case "plain" -> items("a", 10);
          default -> {
            byte[] flipped = whole.clone();
            Arrays.fill(flipped, whole.length / 2, whole.length / 2 + 40, (byte) 0x5a);
            yield flipped;
          }
        };
    Files.write(bucket.resolve("a"), bad);
    Files.write(bucket.resolve("b"), compressed(items("b", 10), compression));

    var done = imported("DYNAMODB_JSON", compression);

    assertThat(done.get("ImportStatus")).isEqualTo("FAILED");
    assertThat(done.get("FailureCode")).isEqualTo("ItemValidationError");
    assertThat(number(done, "ErrorCount")).isPositive();
    assertThat(errors(done)).hasSize((int) number(done, "ErrorCount"));
    assertThat(number(done, "ImportedItemCount")).isBetween(10L, 2009L);
    for (int i = 0; i < 10; i++) {
      assertThat(
              database.call(
                  "GetItem", "{\"TableName\":\"tab\",\"Key\":{\"pk\":{\"S\":\"b" + i + "\"}}}"))
          .containsKey("Item");
    }
  }

  private void checkFaults(
      Map<String, @Nullable Object> done, int processed, int imported, String message)
      throws IOException {
    assertThat(done.get("ImportStatus")).isEqualTo("FAILED");
    assertThat(done.get("FailureCode")).isEqualTo("ItemValidationError");
    assertThat(done.get("FailureMessage"))
        .isEqualTo(
            "Some of the items failed validation checks and were not imported. Please check"
                + " CloudWatch error logs for more details.");
    assertThat(errors(done)).singleElement().asString().contains(message);
    assertThat(number(done, "ErrorCount")).isEqualTo(1);
    assertThat(number(done, "ProcessedItemCount")).isEqualTo(processed);
    assertThat(number(done, "ImportedItemCount")).isEqualTo(imported);
  }

  private static byte[] items(String prefix, int count) {
    var lines = new StringBuilder();
    for (int i = 0; i < count; i++) {
      lines.append(
          "{\"Item\":{\"pk\":{\"S\":\"%s%d\"},\"n\":{\"N\":\"%d\"}}}\n"
              .formatted(prefix, i, i * 7919L % 1009));
    }
    return lines.toString().getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] compressed(byte[] bytes, String compression) throws IOException {
    if (compression.equals("ZSTD")) {
      return Zstd.compress(bytes);
    }
    var out = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(bucket.resolve(name), text);
  }

  private Map<String, @Nullable Object> imported(String format, String compression) {
    return database.imported(database.beginImport("tab", format, compression, "files", ""));
  }

  private List<String> errors(Map<String, @Nullable Object> done) throws IOException {
    String id = String.valueOf(done.get("ImportArn")).replaceAll(".*/", "");
    return Files.readAllLines(folder.resolve(".logs/aws-dynamodb/imports/" + id + "/error"));
  }

  private static long number(Map<String, @Nullable Object> object, String name) {
    return ((Number) Json.member(object, name)).longValue();
  }
}
