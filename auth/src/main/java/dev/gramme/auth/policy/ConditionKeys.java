package dev.gramme.auth.policy;

import java.util.Locale;
import java.util.Set;

/**
 * The supported condition keys. As in IAM, names are case-insensitive, so they are kept in lower
 * case. Any other key makes a policy invalid: it would never have a value, so a condition on it
 * would never have the effect that its author expects.
 */
public final class ConditionKeys {
  /** The partition key values of the items that the request accesses. */
  public static final String LEADING_KEYS = "dynamodb:leadingkeys";

  /** The same, by attribute of the partition key. The first one is an alias. */
  public static final String FIRST_KEYS = "dynamodb:firstpartitionkeyvalues";

  public static final String SECOND_KEYS = "dynamodb:secondpartitionkeyvalues";
  public static final String THIRD_KEYS = "dynamodb:thirdpartitionkeyvalues";
  public static final String FOURTH_KEYS = "dynamodb:fourthpartitionkeyvalues";

  /** The top-level attributes that the request names. */
  public static final String ATTRIBUTES = "dynamodb:attributes";

  public static final String SELECT = "dynamodb:select";
  public static final String RETURN_VALUES = "dynamodb:returnvalues";
  public static final String RETURN_CONSUMED_CAPACITY = "dynamodb:returnconsumedcapacity";

  /** Whether a PartiQL statement reads the whole table. */
  public static final String FULL_TABLE_SCAN = "dynamodb:fulltablescan";

  /** The transaction that contains the action. */
  public static final String ENCLOSING_OPERATION = "dynamodb:enclosingoperation";

  static final String PRINCIPAL_TAG = "aws:principaltag/";
  static final String RESOURCE_TAG = "aws:resourcetag/";
  static final String PRINCIPAL_ARN = "aws:principalarn";
  static final String PRINCIPAL_ACCOUNT = "aws:principalaccount";
  static final String PRINCIPAL_TYPE = "aws:principaltype";
  static final String USER_NAME = "aws:username";
  static final String USER_ID = "aws:userid";
  static final String SOURCE_IP = "aws:sourceip";
  static final String SECURE_TRANSPORT = "aws:securetransport";
  static final String CURRENT_TIME = "aws:currenttime";
  static final String EPOCH_TIME = "aws:epochtime";

  /** The region of the resource. An access without this key is in the region of the request. */
  public static final String REQUESTED_REGION = "aws:requestedregion";

  private static final Set<String> NAMES =
      Set.of(
          LEADING_KEYS,
          FIRST_KEYS,
          SECOND_KEYS,
          THIRD_KEYS,
          FOURTH_KEYS,
          ATTRIBUTES,
          SELECT,
          RETURN_VALUES,
          RETURN_CONSUMED_CAPACITY,
          FULL_TABLE_SCAN,
          ENCLOSING_OPERATION,
          PRINCIPAL_ARN,
          PRINCIPAL_ACCOUNT,
          PRINCIPAL_TYPE,
          USER_NAME,
          USER_ID,
          SOURCE_IP,
          SECURE_TRANSPORT,
          CURRENT_TIME,
          EPOCH_TIME,
          REQUESTED_REGION);

  private ConditionKeys() {}

  /** The normalized form of a key. */
  static String known(String name) throws PolicyException {
    String lower = name.toLowerCase(Locale.ROOT);
    boolean tag = isTag(lower, PRINCIPAL_TAG) || isTag(lower, RESOURCE_TAG);
    if (!tag && !NAMES.contains(lower)) {
      throw new PolicyException("the condition key " + name + " is not supported");
    }
    return lower;
  }

  private static boolean isTag(String name, String prefix) {
    return name.startsWith(prefix) && name.length() > prefix.length();
  }
}
