package dev.gramme.api.deletebackup;

import dev.gramme.api.Caller;
import dev.gramme.api.Output;
import dev.gramme.api.ResourceOperation;
import dev.gramme.api.backup.BackupArn;
import dev.gramme.api.backup.BackupDescription;
import dev.gramme.api.backup.InvalidRequest;
import dev.gramme.engine.backup.Backup;
import dev.gramme.engine.backup.Backups;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.concurrent.CompletionStage;

/** Deletes an on-demand backup. */
public final class DeleteBackup implements ResourceOperation {
  private final Backups backups;

  public DeleteBackup(Backups backups) {
    this.backups = backups;
  }

  @Override
  public String name() {
    return "DeleteBackup";
  }

  @Override
  public StructureShape input() {
    return DeleteBackupShape.SHAPE;
  }

  @Override
  public CompletionStage<Output> execute(Structure input, Caller caller) {
    String arn = input.require(DeleteBackupShape.BACKUP_ARN);
    var found = BackupArn.require(backups, arn, caller);
    if (found.type() == Backup.Type.SYSTEM) {
      throw InvalidRequest.of(
          "User is not allowed to delete the system backup with arn "
              + arn
              + ". It will automatically expire on "
              + found.expires());
    }
    return backups
        .delete(found.id(), arn)
        .thenApply(backup -> out -> BackupDescription.write(backup, arn, "DELETED", caller, out));
  }
}
