package dev.gramme.api.importtable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.transfer.format.Compression;
import dev.gramme.transfer.format.CsvOptions;
import dev.gramme.transfer.imports.ImportJob;
import dev.gramme.transfer.imports.ImportJob.Progress;
import dev.gramme.transfer.imports.ImportRequest;
import dev.gramme.wire.JsonWriter;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What descriptions of imports show (October 2026). */
final class ImportDescriptionTest {
  private static final String REQUEST =
      """
      {"S3BucketSource":{"S3Bucket":"films"},"InputFormat":"DYNAMODB_JSON",
       "TableCreationParameters":{"TableName":"tab","AttributeDefinitions":[],"KeySchema":[]}}
      """;

  private final Progress progress = new Progress("b", 1, 100, 150, 4, 3, 1, 20);

  @Test
  void items_are_counted_only_when_the_import_has_ended() {
    assertThat(described(progress, null))
        .contains("\"ErrorCount\":0,\"ProcessedItemCount\":0,\"ImportedItemCount\":0");
    assertThat(described(progress, Instant.EPOCH))
        .contains(
            "\"ErrorCount\":1,\"ProcessedSizeBytes\":150,\"ProcessedItemCount\":4,"
                + "\"ImportedItemCount\":3");
  }

  @Test
  void the_size_is_shown_only_if_something_was_read() {
    assertThat(described(Progress.NONE, Instant.EPOCH)).doesNotContain("ProcessedSizeBytes");
  }

  @Test
  void the_owner_of_the_bucket_is_the_caller_if_none_is_named() {
    assertThat(described(Progress.NONE, null))
        .contains("\"S3BucketSource\":{\"S3BucketOwner\":\"000000000000\",\"S3Bucket\":\"films\"}");
  }

  private static String described(Progress progress, @Nullable Instant ended) {
    var request =
        new ImportRequest(
            "films",
            null,
            null,
            ImportRequest.Format.DYNAMODB_JSON,
            CsvOptions.DEFAULT,
            Compression.NONE,
            "token",
            REQUEST);
    var job =
        new ImportJob(
            "01795233600000-0123abcd",
            "arn:aws:dynamodb:us-east-1:000000000000:table/tab",
            "tab",
            "id",
            "000000000000",
            request,
            Instant.EPOCH,
            progress,
            ended != null,
            null,
            ended);
    var out = new JsonWriter().beginObject();
    ImportDescription.output(job).write(out);
    return out.endObject().toString();
  }
}
