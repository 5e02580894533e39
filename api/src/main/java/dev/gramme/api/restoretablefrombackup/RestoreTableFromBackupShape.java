package dev.gramme.api.restoretablefrombackup;

import dev.gramme.api.backup.BackupArn;
import dev.gramme.api.backup.RestoreMembers;
import dev.gramme.wire.Member;
import dev.gramme.wire.StructureShape;

/** The request of RestoreTableFromBackup. */
final class RestoreTableFromBackupShape {
  static final Member<String> BACKUP_ARN = Member.required("BackupArn", BackupArn.SHAPE);

  static final RestoreMembers RESTORED = new RestoreMembers();

  static final StructureShape SHAPE = RESTORED.shape("RestoreTableFromBackupInput", BACKUP_ARN);

  private RestoreTableFromBackupShape() {}
}
