package dev.gramme.api.deletebackup;

import dev.gramme.api.backup.BackupArn;
import dev.gramme.wire.Member;
import dev.gramme.wire.StructureShape;

/** The request of DeleteBackup. */
final class DeleteBackupShape {
  static final Member<String> BACKUP_ARN = Member.required("BackupArn", BackupArn.SHAPE);

  static final StructureShape SHAPE = StructureShape.of("DeleteBackupInput", BACKUP_ARN);

  private DeleteBackupShape() {}
}
