package dev.gramme.api.describebackup;

import dev.gramme.api.backup.BackupArn;
import dev.gramme.wire.Member;
import dev.gramme.wire.StructureShape;

/** The request of DescribeBackup. */
final class DescribeBackupShape {
  static final Member<String> BACKUP_ARN = Member.required("BackupArn", BackupArn.SHAPE);

  static final StructureShape SHAPE = StructureShape.of("DescribeBackupInput", BACKUP_ARN);

  private DescribeBackupShape() {}
}
