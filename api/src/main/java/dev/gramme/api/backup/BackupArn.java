package dev.gramme.api.backup;

import dev.gramme.api.Caller;
import dev.gramme.api.table.TableReference;
import dev.gramme.engine.backup.Backup;
import dev.gramme.engine.backup.Backups;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.TableDefinition;
import dev.gramme.wire.Shape;
import dev.gramme.wire.StringShape;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The ARN of a backup: {@code <ARN of the table>/backup/<id>}. */
public final class BackupArn {
  /**
   * The shape of a member that is a backup ARN. There is no minimum length: the service reports a
   * short text as an invalid ARN, not as a violated constraint.
   */
  public static final StringShape SHAPE = Shape.string().length(0, 1024);

  private static final Pattern FORM =
      Pattern.compile("arn:([^:]*):([^:]*):([^:]*):([^:]*):table/([a-zA-Z0-9_.-]+)/backup/([^:]+)");

  private static final Pattern REGION = Pattern.compile("[a-z]{2}(-[a-z]+)+-[0-9]+");

  private BackupArn() {}

  /** The ARN of a backup. */
  public static String of(Backup backup, Caller caller) {
    return of(backup.table().name(), backup.table().region(), backup.id(), caller);
  }

  /** The ARN of a backup, built from its parts. */
  public static String of(String table, String region, String id, Caller caller) {
    return tableArn(table, region, caller) + "/backup/" + id;
  }

  /** The ARN of a table, which need not exist. */
  public static String tableArn(String table, String region, Caller caller) {
    return "arn:aws:dynamodb:" + region + ":" + caller.account() + ":table/" + table;
  }

  /** The parts of a backup ARN. */
  public record Name(String region, String table, String id) {}

  /**
   * Parses a backup ARN of the caller's account.
   *
   * @throws ApiError a ValidationException if it is not the ARN of a backup, an
   *     AccessDeniedException if it belongs to another account
   */
  public static Name parse(String arn, Caller caller) {
    Matcher matcher = FORM.matcher(arn);
    if (!matcher.matches()) {
      throw ApiError.validation("Invalid Backup ARN");
    }
    String region = matcher.group(3);
    if (region.isEmpty() || !matcher.group(4).equals(caller.account())) {
      throw ApiError.of(ErrorType.ACCESS_DENIED, "Access is denied");
    }
    if (!matcher.group(1).equals("aws")
        || !matcher.group(2).equals("dynamodb")
        || !REGION.matcher(region).matches()) {
      throw InvalidRequest.of("BackupArn is not valid");
    }
    return new Name(region, matcher.group(5), matcher.group(6));
  }

  /**
   * The backup with an ARN. The service ignores the region in the ARN (October 2026).
   *
   * @throws ApiError a ValidationException, AccessDeniedException or BackupNotFoundException
   */
  public static Backup require(Backups backups, String arn, Caller caller) {
    Name name = parse(arn, caller);
    return backups
        .find(name.id())
        .filter(backup -> backup.table().name().equals(name.table()))
        .orElseThrow(() -> Backups.notFound(arn));
  }

  /** The ARN of a table, as its backups show it. */
  static String ofTable(TableDefinition table, Caller caller) {
    return TableReference.arn(table, caller);
  }
}
