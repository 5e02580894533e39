package dev.gramme.api.restoretabletopointintime;

import dev.gramme.api.backup.RestoreMembers;
import dev.gramme.api.table.TableShapes;
import dev.gramme.wire.Member;
import dev.gramme.wire.Shape;
import dev.gramme.wire.StructureShape;
import java.time.Instant;

/** The request of RestoreTableToPointInTime. */
final class RestoreTableToPointInTimeShape {
  static final Member<String> SOURCE_TABLE_ARN =
      Member.optional("SourceTableArn", Shape.string().length(1, 1024));
  static final Member<String> SOURCE_TABLE_NAME =
      Member.optional("SourceTableName", TableShapes.PLAIN_TABLE_NAME);
  static final Member<Boolean> USE_LATEST =
      Member.optional("UseLatestRestorableTime", Shape.bool());
  static final Member<Instant> RESTORE_DATE_TIME =
      Member.optional("RestoreDateTime", Shape.timestamp());

  static final RestoreMembers RESTORED = new RestoreMembers();

  static final StructureShape SHAPE =
      RESTORED.shape(
          "RestoreTableToPointInTimeInput",
          SOURCE_TABLE_ARN,
          SOURCE_TABLE_NAME,
          USE_LATEST,
          RESTORE_DATE_TIME);

  private RestoreTableToPointInTimeShape() {}
}
