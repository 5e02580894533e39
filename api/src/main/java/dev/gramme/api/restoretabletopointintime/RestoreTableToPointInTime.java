package dev.gramme.api.restoretabletopointintime;

import dev.gramme.api.Caller;
import dev.gramme.api.Output;
import dev.gramme.api.ResourceOperation;
import dev.gramme.api.access.AccessScope;
import dev.gramme.api.backup.InvalidRequest;
import dev.gramme.api.backup.RestoredTable;
import dev.gramme.api.backup.SourceTable;
import dev.gramme.api.table.InvalidParameters;
import dev.gramme.api.table.TableDescription;
import dev.gramme.api.table.TableReference;
import dev.gramme.auth.policy.Access;
import dev.gramme.engine.backup.Restores;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.model.ApiError;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Starts to restore the state of a table at a point in time to a new table. */
public final class RestoreTableToPointInTime implements ResourceOperation {
  private static final int ARN_PARTS = 6;
  private static final Pattern ARN = Pattern.compile("arn:aws:dynamodb:[^:]*:[^:]*:table/[^:]+");

  private final Catalog catalog;
  private final Restores restores;
  private final InstantSource clock;
  private final Supplier<UUID> ids;

  /**
   * Creates the operation.
   *
   * @param ids supplies a unique id for each new table
   */
  public RestoreTableToPointInTime(
      Catalog catalog, Restores restores, InstantSource clock, Supplier<UUID> ids) {
    this.catalog = catalog;
    this.restores = restores;
    this.clock = clock;
    this.ids = ids;
  }

  @Override
  public String name() {
    return "RestoreTableToPointInTime";
  }

  @Override
  public StructureShape input() {
    return RestoreTableToPointInTimeShape.SHAPE;
  }

  @Override
  public List<Access> accesses(Structure input, AccessScope scope) {
    String target = input.text("TargetTableName").orElseThrow();
    return List.of(scope.general(name(), input), Access.of(name(), scope.tableArn(target)));
  }

  @Override
  public CompletionStage<Output> execute(Structure input, Caller caller) {
    String given = source(input);
    Instant moment = moment(input);
    Instant now = clock.instant();
    var target =
        new RestoredTable(input, RestoreTableToPointInTimeShape.RESTORED, caller, ids.get(), now);
    String source = TableReference.isArn(given) ? ofThisRegion(given, target, caller) : given;
    return SourceTable.named(source, restores.toPointInTime(source, moment, target))
        .thenApply(
            table -> TableDescription.output("TableDescription", table, catalog, caller, now));
  }

  /** The name or ARN of the source. */
  private static String source(Structure input) {
    String arn = input.get(RestoreTableToPointInTimeShape.SOURCE_TABLE_ARN);
    String name = input.get(RestoreTableToPointInTimeShape.SOURCE_TABLE_NAME);
    if (arn != null && name != null) {
      throw ApiError.validation("Must provide exactly one of: sourceTableArn, sourceTableName");
    }
    if (name != null) {
      return name;
    }
    if (arn == null) {
      throw ApiError.validation(
          "The parameter 'TableName' is required but was not present in the request");
    }
    if (!ARN.matcher(arn).matches()) {
      throw InvalidParameters.of("sourceTableArn is not a valid ARN");
    }
    return arn;
  }

  /** The name of the table with an ARN, which must be in this region. */
  private static String ofThisRegion(String arn, RestoredTable target, Caller caller) {
    String[] parts = arn.split(":", ARN_PARTS);
    if (!parts[4].equals(caller.account())) {
      throw ApiError.validation(
          "This action is only supported by accounts that match the resource owner\u2019s account.");
    }
    target.checkRegion(parts[3]);
    return TableReference.name(arn, caller);
  }

  /** The point in time, null for the latest restorable time. */
  private static @Nullable Instant moment(Structure input) {
    Instant moment = input.get(RestoreTableToPointInTimeShape.RESTORE_DATE_TIME);
    boolean latest = input.getOrDefault(RestoreTableToPointInTimeShape.USE_LATEST, false);
    if (latest && moment != null) {
      throw InvalidRequest.of(
          "Both RestoreDateTime and UseLatestRestorableTime cannot be set for point-in-time restore"
              + " request. Please specify either RestoreDateTime time or UseLatestRestorableTime");
    }
    if (!latest && moment == null) {
      throw InvalidRequest.of(
          "Either one of RestoreDateTime or UseLatestRestorableTime must be specified, but not"
              + " both");
    }
    return moment;
  }
}
