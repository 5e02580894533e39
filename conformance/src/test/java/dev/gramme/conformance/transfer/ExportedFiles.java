package dev.gramme.conformance.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.conformance.support.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** The files of an export, found through its manifests and checked against them. */
record ExportedFiles(Map<String, @Nullable Object> summary, List<String> keys, List<String> lines) {

  /** Reads the export whose manifest summary has this key. */
  static ExportedFiles read(Path bucket, Object manifestKey) {
    String summary = checked(bucket, manifestKey.toString());
    var parsed = Json.object(summary);
    String files = checked(bucket, Json.member(parsed, "manifestFilesS3Key").toString());
    var keys = new ArrayList<String>();
    var lines = new ArrayList<String>();
    for (String line : files.lines().toList()) {
      var file = Json.object(line);
      String key = Json.member(file, "dataFileS3Key").toString();
      byte[] bytes = bytes(bucket.resolve(key));
      assertThat(base64(md5(bytes))).isEqualTo(file.get("md5Checksum"));
      assertThat(HexFormat.of().formatHex(md5(md5(bytes))) + "-1").isEqualTo(file.get("etag"));
      List<String> content = unzipped(bytes).lines().toList();
      assertThat(Long.toString(content.size())).isEqualTo(Json.text(file.get("itemCount")));
      keys.add(key);
      lines.addAll(content);
    }
    assertThat(Long.toString(lines.size())).isEqualTo(Json.text(parsed.get("itemCount")));
    return new ExportedFiles(parsed, keys, lines);
  }

  private static String checked(Path bucket, String key) {
    byte[] bytes = bytes(bucket.resolve(key));
    byte[] checksum = bytes(bucket.resolve(key.replace(".json", ".md5")));
    assertThat(new String(checksum, StandardCharsets.US_ASCII)).isEqualTo(base64(md5(bytes)));
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String unzipped(byte[] bytes) {
    try (var in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] md5(byte[] bytes) {
    try {
      return MessageDigest.getInstance("MD5").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }
}
