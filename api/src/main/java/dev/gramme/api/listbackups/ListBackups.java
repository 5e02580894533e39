package dev.gramme.api.listbackups;

import dev.gramme.api.Caller;
import dev.gramme.api.Output;
import dev.gramme.api.ResourceOperation;
import dev.gramme.api.backup.BackupArn;
import dev.gramme.api.backup.BackupDescription;
import dev.gramme.api.backup.InvalidRequest;
import dev.gramme.api.table.InvalidParameters;
import dev.gramme.api.table.TableReference;
import dev.gramme.engine.backup.Backup;
import dev.gramme.engine.backup.Backups;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Lists backups in the order of their creation. */
public final class ListBackups implements ResourceOperation {
  private final Backups backups;

  public ListBackups(Backups backups) {
    this.backups = backups;
  }

  @Override
  public String name() {
    return "ListBackups";
  }

  @Override
  public StructureShape input() {
    return ListBackupsShape.SHAPE;
  }

  /** It reads all backups. */
  @Override
  public boolean isLong() {
    return true;
  }

  @Override
  public CompletionStage<Output> execute(Structure input, Caller caller) {
    int limit = input.getOrDefault(ListBackupsShape.LIMIT, ListBackupsShape.MAX_LIMIT);
    String nameOrArn = input.get(ListBackupsShape.TABLE_NAME);
    String table = nameOrArn == null ? null : TableReference.name(nameOrArn, caller);
    Instant from = input.getOrDefault(ListBackupsShape.LOWER_BOUND, Instant.MIN);
    Instant to = input.getOrDefault(ListBackupsShape.UPPER_BOUND, Instant.MAX);
    if (from.isAfter(to)) {
      throw InvalidParameters.of(
          "Time range lower bound must be less than or equal to upper bound");
    }
    String start = input.get(ListBackupsShape.START);
    String after = start == null ? "" : id(start, caller);
    String type = input.getOrDefault(ListBackupsShape.TYPE, Backup.Type.USER.name());
    // One more than requested shows whether another page follows.
    List<Backup> found =
        backups.all().stream()
            .filter(backup -> table == null || backup.table().name().equals(table))
            .filter(backup -> type.equals("ALL") || backup.type().name().equals(type))
            .filter(backup -> !backup.created().isBefore(from) && backup.created().isBefore(to))
            .filter(backup -> backup.id().compareTo(after) > 0)
            .limit(limit + 1L)
            .toList();
    boolean more = found.size() > limit;
    return CompletableFuture.completedFuture(
        output(more ? found.subList(0, limit) : found, more, caller));
  }

  private static String id(String arn, Caller caller) {
    BackupArn.Name name = BackupArn.parse(arn, caller);
    if (!name.region().equals(caller.region())) {
      throw InvalidRequest.of("The supplied ExclusiveStartBackupArn does not match the region");
    }
    return name.id();
  }

  private static Output output(List<Backup> page, boolean more, Caller caller) {
    return out -> {
      out.name("BackupSummaries").beginArray();
      for (Backup backup : page) {
        out.beginObject();
        BackupDescription.writeSummary(backup, caller, out);
        out.endObject();
      }
      out.endArray();
      if (more) {
        out.name("LastEvaluatedBackupArn").string(BackupArn.of(page.getLast(), caller));
      }
    };
  }
}
