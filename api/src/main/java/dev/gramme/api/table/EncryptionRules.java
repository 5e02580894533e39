package dev.gramme.api.table;

import dev.gramme.api.Caller;
import dev.gramme.api.table.TableShapes.SseSpecificationShape;
import dev.gramme.model.Encryption;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.Utf8;
import dev.gramme.wire.Structure;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The rules of SSESpecification. Gramme has no key management: keys are only names, every key
 * exists, and nothing is encrypted with them. An alias represents a key whose id is derived from
 * the alias.
 */
public final class EncryptionRules {
  private static final String MANAGED_KEY = "alias/aws/dynamodb";
  private static final String ALIAS = "alias/";

  private EncryptionRules() {}

  /** Checks which members may be combined. */
  public static void check(@Nullable Structure specification) {
    if (specification == null) {
      return;
    }
    String type = specification.get(SseSpecificationShape.SSE_TYPE);
    if (!isEnabled(specification) && type != null) {
      throw InvalidParameters.of("SSEType can not be specified if Enabled is false");
    }
    if (!isEnabled(specification) && specification.has(SseSpecificationShape.KMS_MASTER_KEY_ID)) {
      throw InvalidParameters.of("KMSMasterKeyId can not be specified if Enabled is false");
    }
    if (type == null && specification.has(SseSpecificationShape.KMS_MASTER_KEY_ID)) {
      throw InvalidParameters.of("SSEType KMS is required if KMSMasterKeyId is specified");
    }
    if ("AES256".equals(type)) {
      throw InvalidParameters.of("SSEType AES256 is not supported");
    }
  }

  /** The requested encryption, null for the service's own. */
  public static @Nullable Encryption encryption(@Nullable Structure specification, Caller caller) {
    if (specification == null || !isEnabled(specification)) {
      return null;
    }
    String key = specification.getOrDefault(SseSpecificationShape.KMS_MASTER_KEY_ID, MANAGED_KEY);
    return of(key, caller.region(), caller.account());
  }

  /**
   * The encryption with a key that is given by id, ARN or alias.
   *
   * @param region the region of the encrypted table
   */
  public static Encryption of(String key, String region, String account) {
    return new Encryption(keyArn(key, region, account));
  }

  /** The encryption with the key that the service manages in a region. */
  public static Encryption managed(String region, String account) {
    return of(MANAGED_KEY, region, account);
  }

  /** The new encryption of a table, which must differ from the current one. */
  public static @Nullable Encryption change(
      TableDefinition table, Structure specification, Caller caller) {
    Encryption after = encryption(specification, caller);
    if (after == null && table.properties().encryption() == null) {
      throw InvalidParameters.of("Table is already encrypted by default");
    }
    if (after != null && after.equals(table.properties().encryption())) {
      throw InvalidParameters.of(
          "Table is already encrypted with given KMSMasterKeyId. Use KMSMasterKeyId parameter if"
              + " you want to change Master Key");
    }
    return after;
  }

  private static boolean isEnabled(Structure specification) {
    return specification.getOrDefault(SseSpecificationShape.ENABLED, false);
  }

  /** The ARN of a key. */
  private static String keyArn(String key, String region, String account) {
    String prefix = "arn:aws:kms:" + region + ":" + account + ":";
    String name = key.startsWith("arn:") ? key.substring(key.lastIndexOf(':') + 1) : key;
    if (name.startsWith(ALIAS)) {
      return prefix + "key/" + UUID.nameUUIDFromBytes(Utf8.bytes(name));
    }
    return key.startsWith("arn:") ? key : prefix + "key/" + key;
  }
}
