package dev.gramme.api.listbackups;

import dev.gramme.api.backup.BackupArn;
import dev.gramme.api.table.TableShapes;
import dev.gramme.wire.Member;
import dev.gramme.wire.Shape;
import dev.gramme.wire.StructureShape;
import java.time.Instant;

/** The request of ListBackups. */
final class ListBackupsShape {
  /** The maximum and the default number of backups in one answer. */
  static final int MAX_LIMIT = 100;

  static final Member<String> TABLE_NAME = Member.optional("TableName", TableShapes.TABLE_NAME);
  static final Member<Integer> LIMIT =
      Member.optional("Limit", Shape.integer().range(1, MAX_LIMIT));
  static final Member<Instant> LOWER_BOUND =
      Member.optional("TimeRangeLowerBound", Shape.timestamp());
  static final Member<Instant> UPPER_BOUND =
      Member.optional("TimeRangeUpperBound", Shape.timestamp());
  static final Member<String> START = Member.optional("ExclusiveStartBackupArn", BackupArn.SHAPE);
  static final Member<String> TYPE =
      Member.optional("BackupType", Shape.string().oneOf("USER", "SYSTEM", "AWS_BACKUP", "ALL"));

  static final StructureShape SHAPE =
      StructureShape.of(
          "ListBackupsInput", TABLE_NAME, LIMIT, LOWER_BOUND, UPPER_BOUND, START, TYPE);

  private ListBackupsShape() {}
}
