package dev.gramme.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.model.ApiError;
import dev.gramme.storage.memory.MemoryStore;
import dev.gramme.wire.JsonWriter;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests that are refused while a table is being restored (texts of October 2026). */
final class RestoresUnderWayTest {
  private final MemoryStore store = new MemoryStore();
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private boolean holding;
  private final Engine engine =
      Engine.open(store, () -> Instant.EPOCH, this::run, EngineOptions.DEFAULT);
  private final Calls calls = new Calls(engine);
  private String backup = "";

  private void run(Runnable task) {
    if (holding) {
      waiting.add(task);
    } else {
      task.run();
    }
  }

  @BeforeEach
  void a_table_is_being_restored_from_its_backup() {
    createTable("tab");
    String made = calls.answer("CreateBackup", "{\"TableName\":\"tab\",\"BackupName\":\"one\"}");
    backup = made.replaceAll(".*\"BackupArn\":\"([^\"]+)\".*", "$1");
    holding = true;
    calls.answer("RestoreTableFromBackup", restoreTo("first"));
  }

  @AfterEach
  void close() {
    release();
    engine.close();
    store.close();
  }

  @Test
  void a_backup_feeds_one_restore_at_a_time() {
    assertThat(refusal("RestoreTableFromBackup", restoreTo("second")))
        .isEqualTo(
            "BackupInUseException: Backup is being used to restore another table: " + backup);
    assertThat(refusal("DeleteBackup", "{\"BackupArn\":\"" + backup + "\"}"))
        .isEqualTo("BackupInUseException: Backup is being used to restore table: " + backup);
    release();
    calls.answer("RestoreTableFromBackup", restoreTo("second"));
    calls.answer("DeleteBackup", "{\"BackupArn\":\"" + backup + "\"}");
  }

  @Test
  void the_name_of_the_new_table_is_taken() {
    assertThat(refusal("RestoreTableFromBackup", restoreTo("first")))
        .isEqualTo(
            "TableInUseException: Table: first is already being restored from backup: " + backup);
    assertThat(catchThrowable(() -> createTable("first")))
        .hasMessageContaining(
            "Attempt to change a resource which is still in use: Table is being used: first");
    release();
    assertThat(refusal("RestoreTableFromBackup", restoreTo("first")))
        .isEqualTo("TableAlreadyExistsException: Table already exists: first");
  }

  @Test
  void its_description_has_a_summary_of_the_restore_until_it_is_active() {
    String describe = "{\"TableName\":\"first\"}";

    assertThat(calls.answer("DescribeTable", describe))
        .contains("\"SourceBackupArn\":\"" + backup + "\"", "\"RestoreInProgress\":true");
    release();
    assertThat(calls.answer("DescribeTable", describe))
        .contains("\"TableStatus\":\"ACTIVE\"")
        .doesNotContain("RestoreSummary");
  }

  @Test
  void a_table_that_is_still_being_restored_cannot_be_backed_up() {
    assertThat(refusal("CreateBackup", "{\"TableName\":\"first\",\"BackupName\":\"two\"}"))
        .isEqualTo("TableNotFoundException: Table not found: first");
  }

  private void release() {
    holding = false;
    while (!waiting.isEmpty()) {
      waiting.remove().run();
    }
  }

  private String restoreTo(String table) {
    var json = new JsonWriter().beginObject();
    json.name("BackupArn").string(backup);
    json.name("TargetTableName").string(table);
    return json.endObject().toString();
  }

  private void createTable(String name) {
    calls.answer(
        "CreateTable",
        """
        {"TableName":"%s","BillingMode":"PAY_PER_REQUEST",
         "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],
         "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]}
        """
            .formatted(name));
  }

  private String refusal(String operation, String request) {
    Throwable thrown = catchThrowable(() -> calls.answer(operation, request));
    Throwable cause = thrown instanceof CompletionException wrapped ? wrapped.getCause() : thrown;
    if (cause instanceof ApiError error) {
      return error.type().shape() + ": " + error.text().orElse("");
    }
    throw new AssertionError("no refusal", cause);
  }
}
