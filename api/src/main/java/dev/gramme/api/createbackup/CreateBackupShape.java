package dev.gramme.api.createbackup;

import dev.gramme.api.table.TableShapes;
import dev.gramme.wire.Member;
import dev.gramme.wire.Shape;
import dev.gramme.wire.StructureShape;

/** The request of CreateBackup. */
final class CreateBackupShape {
  static final Member<String> TABLE_NAME = Member.required("TableName", TableShapes.TABLE_NAME);
  static final Member<String> BACKUP_NAME =
      Member.required("BackupName", Shape.string().length(3, 255).pattern("[a-zA-Z0-9_.-]+"));

  static final StructureShape SHAPE =
      StructureShape.of("CreateBackupInput", TABLE_NAME, BACKUP_NAME);

  private CreateBackupShape() {}
}
