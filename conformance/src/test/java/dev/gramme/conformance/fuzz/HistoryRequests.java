package dev.gramme.conformance.fuzz;

import dev.gramme.conformance.support.Json;
import dev.gramme.testkit.Gen;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Generates requests about changes and copies of tables: streams, backups, exports and imports. */
final class HistoryRequests {
  private static final int MAX_BACKUPS = 5;

  private final Gen gen;
  private final World world;

  HistoryRequests(Gen gen, World world) {
    this.gen = gen;
    this.world = world;
  }

  private TableRequests tables() {
    return new TableRequests(gen, world);
  }

  Call listStreams() {
    var call = Call.of("ListStreams");
    if (gen.chance(30)) {
      call.body().put("TableName", world.table().name());
    }
    if (gen.chance(30)) {
      call.body().put("Limit", gen.between(1, 3));
    }
    return call;
  }

  private @Nullable String streamArn() {
    var streaming = world.tables(table -> table.streamArn() != null);
    return streaming.isEmpty() ? null : gen.oneOf(streaming).streamArn();
  }

  Call describeStream() {
    String arn = streamArn();
    return arn == null ? tables().create() : Call.of("DescribeStream", "StreamArn", arn);
  }

  Call shardIterator() {
    String arn = streamArn();
    if (arn == null) {
      return tables().create();
    }
    var answer = world.send(Call.of("DescribeStream", "StreamArn", arn));
    var description = Json.members(Json.member(answer, "StreamDescription"));
    var shard = any(Json.member(description, "Shards"));
    return shardIterator(arn, shard);
  }

  private Call shardIterator(String arn, Map<String, @Nullable Object> shard) {
    var call =
        Call.of("GetShardIterator", "StreamArn", arn, "ShardId", Json.member(shard, "ShardId"));
    String type =
        gen.oneOf("TRIM_HORIZON", "LATEST", "AT_SEQUENCE_NUMBER", "AFTER_SEQUENCE_NUMBER");
    call.body().put("ShardIteratorType", type);
    if (type.endsWith("NUMBER")) {
      var range = Json.members(Json.member(shard, "SequenceNumberRange"));
      call.body().put("SequenceNumber", range.get("StartingSequenceNumber"));
    }
    return call;
  }

  /** Returns a request for an iterator, because only its answer makes GetRecords possible. */
  Call records() {
    return shardIterator();
  }

  Call createBackup() {
    var answer = world.send(Call.of("ListBackups"));
    return Json.elements(Json.member(answer, "BackupSummaries")).size() >= MAX_BACKUPS
        ? deleteBackup()
        : Call.of("CreateBackup", "TableName", world.table().name(), "BackupName", "backup");
  }

  private @Nullable String backupArn() {
    var all = Json.member(world.send(Call.of("ListBackups")), "BackupSummaries");
    return Json.elements(all).isEmpty() ? null : (String) Json.member(any(all), "BackupArn");
  }

  /** One of the objects in an array. */
  private Map<String, @Nullable Object> any(Object array) {
    return gen.oneOf(
        Json.elements(array).stream()
            .map(element -> Json.members(Objects.requireNonNull(element)))
            .toList());
  }

  Call describeBackup() {
    String arn = backupArn();
    return arn == null ? createBackup() : Call.of("DescribeBackup", "BackupArn", arn);
  }

  Call deleteBackup() {
    String arn = backupArn();
    return arn == null ? createBackup() : Call.of("DeleteBackup", "BackupArn", arn);
  }

  Call listBackups() {
    var call = Call.of("ListBackups");
    if (gen.chance(50)) {
      call.body().put("Limit", gen.between(1, 3));
    }
    return call;
  }

  Call restoreBackup() {
    if (world.isFull()) {
      return tables().delete();
    }
    String arn = backupArn();
    return arn == null
        ? createBackup()
        : Call.of("RestoreTableFromBackup", "BackupArn", arn, "TargetTableName", freshName());
  }

  private String freshName() {
    return world.freshName();
  }

  Call describeRecovery() {
    return Call.of("DescribeContinuousBackups", "TableName", world.table().name());
  }

  Call updateRecovery() {
    return updateRecovery(world.table(), gen.chance(80));
  }

  private static Call updateRecovery(Table table, boolean enabled) {
    return Call.of(
        "UpdateContinuousBackups",
        "TableName",
        table.name(),
        "PointInTimeRecoverySpecification",
        JsonObjects.of("PointInTimeRecoveryEnabled", enabled));
  }

  private boolean isRecoverable(Table table) {
    var answer = world.send(Call.of("DescribeContinuousBackups", "TableName", table.name()));
    var description = Json.members(Json.member(answer, "ContinuousBackupsDescription"));
    var recovery = Json.members(Json.member(description, "PointInTimeRecoveryDescription"));
    return Objects.equals(recovery.get("PointInTimeRecoveryStatus"), "ENABLED");
  }

  Call restore() {
    if (world.isFull()) {
      return tables().delete();
    }
    Table table = world.table();
    if (!isRecoverable(table)) {
      return updateRecovery(table, true);
    }
    return Call.of(
        "RestoreTableToPointInTime",
        "SourceTableName",
        table.name(),
        "TargetTableName",
        freshName(),
        "UseLatestRestorableTime",
        true);
  }

  Call exportTable() {
    Table table = world.table();
    if (!isRecoverable(table)) {
      return updateRecovery(table, true);
    }
    var call =
        Call.of(
            "ExportTableToPointInTime",
            "TableArn",
            table.arn(),
            "S3Bucket",
            FuzzedDatabase.EXPORTS,
            "ExportFormat",
            gen.oneOf("DYNAMODB_JSON", "ION"));
    if (gen.chance(30)) {
      call.body().put("S3Prefix", gen.word(3));
    }
    if (gen.chance(30)) {
      call.body().put("ClientToken", "token-" + gen.nextInt(100));
    }
    return call;
  }

  Call describeExport() {
    String arn = world.arn("ExportTableToPointInTime");
    return arn == null ? exportTable() : Call.of("DescribeExport", "ExportArn", arn);
  }

  Call listExports() {
    return gen.chance(50)
        ? Call.of("ListExports", "MaxResults", gen.between(1, 3))
        : Call.of("ListExports", "TableArn", world.table().arn());
  }

  Call importTable() {
    if (world.isFull()) {
      return tables().delete();
    }
    boolean csv = gen.chance(50);
    return Call.of(
        "ImportTable",
        "ClientToken",
        "token-" + gen.nextInt(100),
        "S3BucketSource",
        JsonObjects.of("S3Bucket", FuzzedDatabase.IMPORTS, "S3KeyPrefix", csv ? "csv/" : "json/"),
        "InputFormat",
        csv ? "CSV" : "DYNAMODB_JSON",
        "InputCompressionType",
        "NONE",
        "TableCreationParameters",
        tables().imported());
  }

  Call describeImport() {
    String arn = world.arn("ImportTable");
    return arn == null ? importTable() : Call.of("DescribeImport", "ImportArn", arn);
  }

  Call listImports() {
    var call = Call.of("ListImports");
    if (gen.chance(50)) {
      call.body().put("PageSize", gen.between(1, 5));
    }
    return call;
  }
}
