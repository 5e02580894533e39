package dev.gramme.transfer.exports;

import dev.gramme.model.Utf8;
import dev.gramme.transfer.bucket.Bucket;
import dev.gramme.transfer.bucket.Digest;
import dev.gramme.transfer.bucket.Upload;
import dev.gramme.transfer.exports.ExportJob.DataFile;
import dev.gramme.wire.JsonWriter;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/**
 * The manifests of an export and the files with their checksums. The documentation calls the latter
 * {@code .checksum}, but real exports of 2021 to 2026 have {@code .md5}.
 */
final class Manifests {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  private final Bucket bucket;
  private final ExportJob job;

  Manifests(Bucket bucket, ExportJob job) {
    this.bucket = bucket;
    this.job = job;
  }

  /** Writes an empty object to check that the bucket is writable. */
  void begin() {
    put("_started", "");
  }

  /** Writes both manifests, the summary last. */
  void complete(Instant ended) {
    putChecked("manifest-files", files());
    putChecked("manifest-summary", summary(ended));
  }

  private String files() {
    var lines = new StringBuilder();
    for (DataFile file : job.files()) {
      var json = new JsonWriter().beginObject();
      json.name("itemCount").number(file.items());
      json.name("md5Checksum").string(file.md5());
      json.name("etag").string(file.etag());
      json.name("dataFileS3Key").string(file.key());
      lines.append(json.endObject()).append('\n');
    }
    return lines.toString();
  }

  private String summary(Instant ended) {
    var json = new JsonWriter().beginObject();
    json.name("version").string(job.isIncremental() ? "2023-08-01" : "2020-06-30");
    json.name("exportArn").string(job.arn());
    time(json, "startTime", job.started());
    time(json, "endTime", ended);
    json.name("tableArn").string(job.tableArn());
    json.name("tableId").string(job.tableId());
    Instant from = job.cut().from();
    if (from == null) {
      time(json, "exportTime", job.cut().to());
    } else {
      time(json, "exportFromTime", from);
      time(json, "exportToTime", job.cut().to());
    }
    json.name("s3Bucket").string(job.target().bucket());
    text(json, "s3Prefix", job.target().prefix());
    json.name("s3SseAlgorithm").string(job.encryptionShown());
    text(json, "s3SseKmsKeyId", job.target().encryption().keyId());
    json.name("manifestFilesS3Key").string(job.folder() + "manifest-files.json");
    json.name("billedSizeBytes").number(job.billedBytes());
    json.name("itemCount").number(job.items());
    json.name("outputFormat").string(job.target().format().name());
    var view = job.cut().view();
    if (view != null) {
      json.name("outputView").string(view.name());
      json.name("exportType").string("INCREMENTAL_EXPORT");
    }
    return json.endObject().toString();
  }

  private static void time(JsonWriter json, String name, Instant time) {
    json.name(name).string(TIME.format(time));
  }

  private static void text(JsonWriter json, String name, @Nullable String text) {
    if (text == null) {
      json.name(name).nullValue();
    } else {
      json.name(name).string(text);
    }
  }

  private void putChecked(String name, String text) {
    put(name + ".json", text);
    var md5 = new Digest();
    md5.update(Utf8.bytes(text));
    put(name + ".md5", md5.base64());
  }

  private void put(String name, String text) {
    byte[] bytes = Utf8.bytes(text);
    try (Upload upload = bucket.write(job.folder() + name, job.target().encryption())) {
      upload.write(bytes, 0, bytes.length);
      upload.complete();
    }
  }
}
