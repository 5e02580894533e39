package dev.gramme.conformance.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.conformance.support.Json;
import dev.gramme.model.ApiError;
import dev.gramme.storage.Store;
import dev.gramme.storage.memory.MemoryStore;
import dev.gramme.transfer.bucket.FolderBuckets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The client token of an import that is in progress. */
class ImportTokenTest {
  @TempDir Path folder;
  private final CountDownLatch released = new CountDownLatch(1);
  private TransferDatabase database;

  /** A new store for a database. */
  Store store() {
    return new MemoryStore();
  }

  @BeforeEach
  void open() throws IOException {
    Path bucket = Files.createDirectories(folder.resolve("files"));
    Files.writeString(bucket.resolve("a"), "{\"Item\":{\"pk\":{\"S\":\"1\"}}}\n");
    Files.writeString(bucket.resolve("b"), "{\"Item\":{\"pk\":{\"S\":\"2\"}}}\n");
    var buckets = new WatchedBuckets(new FolderBuckets(folder), this::stopBeforeTheSecond);
    database = new TransferDatabase(store(), buckets, folder, InstantSource.system());
  }

  @AfterEach
  void close() {
    released.countDown();
    database.close();
  }

  private void stopBeforeTheSecond(String key) {
    if (key.equals("b")) {
      try {
        released.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @Test
  void only_another_table_conflicts_with_an_import_in_progress() {
    var first = begin("tab", "DYNAMODB_JSON", "");

    assertThat(begin("tab", "DYNAMODB_JSON", "").get("ImportArn"))
        .isEqualTo(first.get("ImportArn"));
    assertThat(begin("tab", "ION", "elsewhere").get("InputFormat")).isEqualTo("DYNAMODB_JSON");
    assertThatThrownBy(() -> begin("other", "DYNAMODB_JSON", ""))
        .isInstanceOfSatisfying(
            ApiError.class,
            error -> {
              assertThat(error.type().shape()).isEqualTo("ImportConflictException");
              assertThat(error.text())
                  .hasValue(
                      "Import conflict: Duplicate request detected with conflicting parameters");
            });
  }

  private Map<String, @Nullable Object> begin(String table, String format, String prefix) {
    var answer =
        database.call(
            "ImportTable",
            """
            {"ClientToken":"once","S3BucketSource":{"S3Bucket":"files","S3KeyPrefix":"%s"},
             "InputFormat":"%s","TableCreationParameters":{"TableName":"%s",
             "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],
             "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],"BillingMode":"PAY_PER_REQUEST"}}
            """
                .formatted(prefix, format, table));
    return Json.members(Json.member(answer, "ImportTableDescription"));
  }
}
