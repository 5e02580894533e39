package dev.gramme.api.backup;

import dev.gramme.api.Caller;
import dev.gramme.api.table.TableReference;
import dev.gramme.engine.backup.Backup;
import dev.gramme.engine.backup.Backups;
import dev.gramme.model.ApiError;
import dev.gramme.model.TableDefinition;
import dev.gramme.wire.Shape;
import dev.gramme.wire.StringShape;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How backups are named: {@code <ARN of the table>/backup/<id>}. */
public final class BackupArn {
  /** A member that is one; a text that is too short is no ARN, which has a text of its own. */
  public static final StringShape SHAPE = Shape.string().length(0, 1024);

  private static final Pattern FORM =
      Pattern.compile("(arn:aws:dynamodb:[a-z0-9-]+:[0-9]{12}:table/[a-zA-Z0-9_.-]+)/backup/(.+)");

  private BackupArn() {}

  /** The ARN of a backup. */
  public static String of(Backup backup, Caller caller) {
    return of(backup.table().name(), backup.table().region(), backup.id(), caller);
  }

  /** The ARN of a backup, by the parts that make it up. */
  public static String of(String table, String region, String id, Caller caller) {
    return tableArn(table, region, caller) + "/backup/" + id;
  }

  /** The ARN of a table that need not exist. */
  public static String tableArn(String table, String region, Caller caller) {
    return "arn:aws:dynamodb:" + region + ":" + caller.account() + ":table/" + table;
  }

  /**
   * The id of an ARN.
   *
   * @throws ApiError a ValidationException if it is none
   */
  public static String id(String arn) {
    Matcher matcher = FORM.matcher(arn);
    if (!matcher.matches()) {
      throw ApiError.validation("Invalid Backup ARN");
    }
    return matcher.group(2);
  }

  /**
   * The backup of an ARN.
   *
   * @throws ApiError a ValidationException or BackupNotFoundException
   */
  public static Backup require(Backups backups, String arn, Caller caller) {
    return backups
        .find(id(arn))
        .filter(backup -> of(backup, caller).equals(arn))
        .orElseThrow(() -> Backups.notFound(arn));
  }

  /** The ARN of the table of a backup. */
  static String ofTable(TableDefinition table, Caller caller) {
    return TableReference.arn(table, caller);
  }
}
