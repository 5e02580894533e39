package dev.gramme.api.restoretablefrombackup;

import dev.gramme.api.Caller;
import dev.gramme.api.Output;
import dev.gramme.api.ResourceOperation;
import dev.gramme.api.access.AccessScope;
import dev.gramme.api.backup.BackupArn;
import dev.gramme.api.backup.RestoredTable;
import dev.gramme.api.table.TableDescription;
import dev.gramme.auth.policy.Access;
import dev.gramme.engine.backup.Backups;
import dev.gramme.engine.backup.Restores;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Starts to restore a backup to a new table. */
public final class RestoreTableFromBackup implements ResourceOperation {
  private final Catalog catalog;
  private final Backups backups;
  private final Restores restores;
  private final InstantSource clock;
  private final Supplier<UUID> ids;

  /**
   * Creates the operation.
   *
   * @param ids supplies a unique id for each new table
   */
  public RestoreTableFromBackup(
      Catalog catalog,
      Backups backups,
      Restores restores,
      InstantSource clock,
      Supplier<UUID> ids) {
    this.catalog = catalog;
    this.backups = backups;
    this.restores = restores;
    this.clock = clock;
    this.ids = ids;
  }

  @Override
  public String name() {
    return "RestoreTableFromBackup";
  }

  @Override
  public StructureShape input() {
    return RestoreTableFromBackupShape.SHAPE;
  }

  @Override
  public List<Access> accesses(Structure input, AccessScope scope) {
    String target = input.text("TargetTableName").orElseThrow();
    return List.of(scope.general(name(), input), Access.of(name(), scope.tableArn(target)));
  }

  @Override
  public CompletionStage<Output> execute(Structure input, Caller caller) {
    String arn = input.require(RestoreTableFromBackupShape.BACKUP_ARN);
    Instant now = clock.instant();
    var target =
        new RestoredTable(input, RestoreTableFromBackupShape.RESTORED, caller, ids.get(), now);
    target.checkRegion(BackupArn.parse(arn, caller).region());
    var backup = BackupArn.require(backups, arn, caller);
    return restores
        .fromBackup(backup.id(), arn, target)
        .thenApply(
            table -> TableDescription.output("TableDescription", table, catalog, caller, now));
  }
}
