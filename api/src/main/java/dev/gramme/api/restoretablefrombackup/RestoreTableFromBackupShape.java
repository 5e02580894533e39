package dev.gramme.api.restoretablefrombackup;

import dev.gramme.api.backup.BackupArn;
import dev.gramme.api.backup.RestoreShapes;
import dev.gramme.wire.Member;
import dev.gramme.wire.StructureShape;

/** The request of RestoreTableFromBackup. */
final class RestoreTableFromBackupShape {
  static final Member<String> BACKUP_ARN = Member.required("BackupArn", BackupArn.SHAPE);

  static final StructureShape SHAPE =
      RestoreShapes.shape("RestoreTableFromBackupInput", BACKUP_ARN);

  private RestoreTableFromBackupShape() {}
}
