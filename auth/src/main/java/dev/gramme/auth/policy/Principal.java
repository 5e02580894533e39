package dev.gramme.auth.policy;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The identity that a request comes from: a user, the session of a role, or the account's root. */
public final class Principal {
  private static final Pattern USER =
      Pattern.compile("arn:aws:iam::(?<account>[0-9]{12}):user/(?:[!-~]*/)?(?<name>[\\w+=,.@-]+)");
  private static final Pattern SESSION =
      Pattern.compile(
          "arn:aws:sts::(?<account>[0-9]{12}):assumed-role/(?<name>[\\w+=,.@-]+)/[\\w+=,.@-]+");
  private static final Pattern ROOT = Pattern.compile("arn:aws:iam::(?<account>[0-9]{12}):root");

  private enum Kind {
    USER("User"),
    SESSION("AssumedRole"),
    ROOT("Account");

    private final String type;

    Kind(String type) {
      this.type = type;
    }
  }

  private final Kind kind;
  private final String arn;
  private final String account;
  private final String identityArn;
  private final List<Policy> policies;
  private final Map<String, List<String>> keys;

  private Principal(
      Kind kind,
      Matcher arn,
      Optional<String> userId,
      Map<String, String> tags,
      List<Policy> policies) {
    this.kind = kind;
    this.arn = arn.group();
    this.account = arn.group("account");
    this.policies = List.copyOf(policies);
    this.identityArn =
        kind == Kind.SESSION ? "arn:aws:iam::" + account + ":role/" + arn.group("name") : this.arn;
    var values = new HashMap<String, List<String>>();
    values.put(ConditionKeys.PRINCIPAL_ARN, List.of(identityArn));
    values.put(ConditionKeys.PRINCIPAL_ACCOUNT, List.of(account));
    values.put(ConditionKeys.PRINCIPAL_TYPE, List.of(kind.type));
    if (kind == Kind.USER) {
      values.put(ConditionKeys.USER_NAME, List.of(arn.group("name")));
    }
    userId.ifPresent(id -> values.put(ConditionKeys.USER_ID, List.of(id)));
    tags.forEach((name, value) ->
        values.put(ConditionKeys.PRINCIPAL_TAG + name.toLowerCase(Locale.ROOT), List.of(value)));
    this.keys = Map.copyOf(values);
  }

  /**
   * A principal.
   *
   * @param arn of a user ({@code arn:aws:iam::...:user/name}), of a role's session ({@code
   *     arn:aws:sts::...:assumed-role/role/session}), or of an account's root
   * @param userId the value of {@code aws:userid}, if it has one
   * @param policies the attached policies; an account's root needs none
   */
  public static Principal of(
      String arn, Optional<String> userId, Map<String, String> tags, List<Policy> policies)
      throws PolicyException {
    Matcher user = USER.matcher(arn);
    if (user.matches()) {
      return new Principal(Kind.USER, user, userId, tags, policies);
    }
    Matcher session = SESSION.matcher(arn);
    if (session.matches()) {
      return new Principal(Kind.SESSION, session, userId, tags, policies);
    }
    Matcher root = ROOT.matcher(arn);
    if (root.matches()) {
      return new Principal(Kind.ROOT, root, userId, tags, policies);
    }
    throw new PolicyException(
        "\"" + arn + "\" is not an ARN of a user, of a role's session, or of an account's root");
  }

  /** The ARN, as error messages show it. */
  public String arn() {
    return arn;
  }

  /** The account, twelve digits. */
  public String account() {
    return account;
  }

  /** The ARN of the identity whose permissions it has: for a session the ARN of the role. */
  String identityArn() {
    return identityArn;
  }

  /** Whether it is the account's root, which needs no Allow; a Deny in its policies applies. */
  boolean isRoot() {
    return kind == Kind.ROOT;
  }

  List<Policy> policies() {
    return policies;
  }

  /** The principal's values of condition keys. */
  Map<String, List<String>> keys() {
    return keys;
  }

  @Override
  public String toString() {
    return arn;
  }
}
