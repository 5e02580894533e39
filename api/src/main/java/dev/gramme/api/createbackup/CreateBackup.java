package dev.gramme.api.createbackup;

import dev.gramme.api.Caller;
import dev.gramme.api.Output;
import dev.gramme.api.ResourceOperation;
import dev.gramme.api.backup.BackupDescription;
import dev.gramme.api.backup.SourceTable;
import dev.gramme.api.table.TableReference;
import dev.gramme.engine.backup.Backups;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.concurrent.CompletionStage;

/** Starts a backup of the current state of a table. */
public final class CreateBackup implements ResourceOperation {
  private final Backups backups;

  public CreateBackup(Backups backups) {
    this.backups = backups;
  }

  @Override
  public String name() {
    return "CreateBackup";
  }

  @Override
  public StructureShape input() {
    return CreateBackupShape.SHAPE;
  }

  @Override
  public CompletionStage<Output> execute(Structure input, Caller caller) {
    String table = TableReference.name(input.require(CreateBackupShape.TABLE_NAME), caller);
    String name = input.require(CreateBackupShape.BACKUP_NAME);
    return SourceTable.named(table, backups.create(table, name))
        .thenApply(backup -> out -> BackupDescription.writeDetails(backup, caller, out));
  }
}
