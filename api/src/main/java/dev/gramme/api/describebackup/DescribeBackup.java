package dev.gramme.api.describebackup;

import dev.gramme.api.Caller;
import dev.gramme.api.Output;
import dev.gramme.api.ResourceOperation;
import dev.gramme.api.backup.BackupArn;
import dev.gramme.api.backup.BackupDescription;
import dev.gramme.engine.backup.Backups;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Shows a backup. */
public final class DescribeBackup implements ResourceOperation {
  private final Backups backups;

  public DescribeBackup(Backups backups) {
    this.backups = backups;
  }

  @Override
  public String name() {
    return "DescribeBackup";
  }

  @Override
  public StructureShape input() {
    return DescribeBackupShape.SHAPE;
  }

  @Override
  public CompletionStage<Output> execute(Structure input, Caller caller) {
    String arn = input.require(DescribeBackupShape.BACKUP_ARN);
    var backup = BackupArn.require(backups, arn, caller);
    return CompletableFuture.completedFuture(
        out -> BackupDescription.write(backup, arn, backup.status().name(), caller, out));
  }
}
