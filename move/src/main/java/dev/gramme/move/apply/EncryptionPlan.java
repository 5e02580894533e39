package dev.gramme.move.apply;

import dev.gramme.move.CommandException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.SSEDescription;
import software.amazon.awssdk.services.dynamodb.model.SSESpecification;
import software.amazon.awssdk.services.dynamodb.model.SSEStatus;

/**
 * The change of a table's encryption. A template without a key keeps the table's key. A table's
 * description has the ARN of its key, but a template may name an alias. DynamoDB's protocol cannot
 * resolve aliases, so the server decides whether the key differs.
 */
final class EncryptionPlan {
  /** A part of the service's message (November 2026). */
  private static final String SAME_KEY = "already encrypted with given KMSMasterKeyId";

  private EncryptionPlan() {}

  /** The step that gives the table the encryption of the template, if one may be necessary. */
  static Optional<Step> of(
      @Nullable SSESpecification wanted, @Nullable SSEDescription present, LiveTable table) {
    if (wanted == null) {
      return Optional.empty();
    }
    boolean encrypts = Boolean.TRUE.equals(wanted.enabled());
    String key = wanted.kmsMasterKeyId();
    if (encrypts != isEncrypted(present)) {
      return Optional.of(new Step("change the encryption", () -> change(wanted, table)));
    }
    if (!encrypts || key == null) {
      return Optional.empty();
    }
    if (isAlias(key)) {
      return Optional.of(
          new Step(
              "change the key of the encryption to that of " + key + ", if it is another one",
              false,
              () -> changeIfOther(wanted, table)));
    }
    return hasKey(present, key)
        ? Optional.empty()
        : Optional.of(
            new Step("change the key of the encryption to " + key, () -> change(wanted, table)));
  }

  private static boolean isEncrypted(@Nullable SSEDescription present) {
    return present != null
        && present.status() != null
        && present.status() != SSEStatus.DISABLED
        && present.status() != SSEStatus.DISABLING;
  }

  private static boolean isAlias(String key) {
    return key.startsWith("alias/") || (key.startsWith("arn:") && key.contains(":alias/"));
  }

  /** Whether the table has this key, which is an ARN or an id. */
  private static boolean hasKey(@Nullable SSEDescription present, String key) {
    String now = present == null ? null : present.kmsMasterKeyArn();
    return now != null && (key.startsWith("arn:") ? now.equals(key) : now.endsWith(":key/" + key));
  }

  private static void change(SSESpecification wanted, LiveTable table)
      throws CommandException, InterruptedException {
    table.update(update -> update.sseSpecification(wanted));
  }

  private static boolean changeIfOther(SSESpecification wanted, LiveTable table)
      throws CommandException, InterruptedException {
    try {
      change(wanted, table);
      return true;
    } catch (DynamoDbException refused) {
      AwsErrorDetails details = refused.awsErrorDetails();
      if (details != null && String.valueOf(details.errorMessage()).contains(SAME_KEY)) {
        return false;
      }
      throw refused;
    }
  }
}
