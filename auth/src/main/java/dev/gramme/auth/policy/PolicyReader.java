package dev.gramme.auth.policy;

import dev.gramme.auth.policy.Statement.Actions;
import dev.gramme.auth.policy.Statement.Resources;
import dev.gramme.wire.JsonValue;
import dev.gramme.wire.JsonValue.Digits;
import dev.gramme.wire.JsonValue.Elements;
import dev.gramme.wire.JsonValue.Flag;
import dev.gramme.wire.JsonValue.Members;
import dev.gramme.wire.JsonValue.Text;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Parses policies from JSON. */
final class PolicyReader {
  private static final String NEWER = "2012-10-17";
  private static final Set<String> VERSIONS = Set.of(NEWER, "2008-10-17");
  private static final Set<String> MEMBERS = Set.of("Version", "Id", "Statement");
  private static final Set<String> STATEMENT_MEMBERS =
      Set.of(
          "Sid",
          "Effect",
          "Principal",
          "NotPrincipal",
          "Action",
          "NotAction",
          "Resource",
          "NotResource",
          "Condition");

  private final boolean ofResource;
  private final boolean strict;

  /** Only the newer version of the policy language has variables. */
  private boolean variables;

  /**
   * A parser for one policy.
   *
   * @param ofResource whether it is the policy of a resource, whose statements name principals
   * @param strict whether a condition that cannot be evaluated is an error
   */
  PolicyReader(boolean ofResource, boolean strict) {
    this.ofResource = ofResource;
    this.strict = strict;
  }

  Policy read(JsonValue value) throws PolicyException {
    Members document = members(value, "the policy");
    checkNames(document, MEMBERS);
    JsonValue version = document.values().get("Version");
    if (version != null && !VERSIONS.contains(text(version, "Version"))) {
      throw new PolicyException("Version is not one of " + VERSIONS.stream().sorted().toList());
    }
    variables = version instanceof Text given && given.value().equals(NEWER);
    JsonValue given = document.values().get("Statement");
    if (given == null) {
      throw new PolicyException("Statement is missing");
    }
    List<JsonValue> all = given instanceof Elements list ? list.values() : List.of(given);
    var statements = new ArrayList<Statement>(all.size());
    for (JsonValue one : all) {
      statements.add(statement(members(one, "a statement")));
    }
    return new Policy(statements);
  }

  private Statement statement(Members statement) throws PolicyException {
    checkNames(statement, STATEMENT_MEMBERS);
    var actions = new ArrayList<TextPattern>();
    for (String action : texts(one(statement, "Action"), "Action")) {
      if (!action.equals("*") && !action.matches("[a-zA-Z0-9*?:-]+")) {
        throw new PolicyException("\"" + action + "\" is not an action");
      }
      actions.add(TextPattern.parse(action, true, false));
    }
    List<String> resources = texts(one(statement, "Resource"), "Resource");
    Effect effect = effect(statement);
    PrincipalElement principals = principals(statement);
    var about = new Actions(actions, statement.find("NotAction").isPresent());
    try {
      return new Statement(
          effect,
          principals,
          about,
          new Resources(patterns(resources), statement.find("NotResource").isPresent()),
          conditions(statement));
    } catch (PolicyException unsupported) {
      if (strict) {
        throw unsupported;
      }
      var everything = new Resources(List.of(ArnPattern.parse("*", false)), false);
      return new Statement(effect, principals, about, everything, null);
    }
  }

  private List<ArnPattern> patterns(List<String> resources) throws PolicyException {
    var patterns = new ArrayList<ArnPattern>(resources.size());
    for (String resource : resources) {
      patterns.add(ArnPattern.parse(resource, variables));
    }
    return patterns;
  }

  private static Effect effect(Members statement) throws PolicyException {
    JsonValue effect = statement.values().get("Effect");
    return switch (effect == null ? "" : text(effect, "Effect").toLowerCase(Locale.ROOT)) {
      case "allow" -> Effect.ALLOW;
      case "deny" -> Effect.DENY;
      default -> throw new PolicyException("Effect is neither Allow nor Deny");
    };
  }

  private @Nullable PrincipalElement principals(Members statement) throws PolicyException {
    boolean plain = statement.find("Principal").isPresent();
    boolean negated = statement.find("NotPrincipal").isPresent();
    if (!ofResource) {
      if (plain || negated) {
        throw new PolicyException("the policy of an identity cannot have a Principal");
      }
      return null;
    }
    JsonValue given = one(statement, "Principal");
    var names = new HashSet<String>();
    if (given instanceof Text everybody) {
      names.add(everybody.value());
    } else {
      for (Map.Entry<String, JsonValue> kind : members(given, "Principal").values().entrySet()) {
        // Services and other kinds of principals never send requests, so their entries have no
        // effect.
        if (kind.getKey().equals("AWS")) {
          names.addAll(texts(kind.getValue(), "Principal"));
        }
      }
    }
    return new PrincipalElement(names, negated);
  }

  private List<Condition> conditions(Members statement) throws PolicyException {
    var conditions = new ArrayList<Condition>();
    JsonValue given = statement.values().get("Condition");
    if (given == null) {
      return conditions;
    }
    for (var operator : members(given, "Condition").values().entrySet()) {
      for (var key : members(operator.getValue(), operator.getKey()).values().entrySet()) {
        conditions.add(
            Condition.parse(operator.getKey(), key.getKey(), scalars(key.getValue()), variables));
      }
    }
    return conditions;
  }

  /** The member with this name or its negation; exactly one must be present. */
  private static JsonValue one(Members statement, String name) throws PolicyException {
    JsonValue plain = statement.values().get(name);
    JsonValue negated = statement.values().get("Not" + name);
    if (plain != null && negated != null) {
      throw new PolicyException("a statement has both " + name + " and Not" + name);
    }
    JsonValue found = plain == null ? negated : plain;
    if (found == null) {
      throw new PolicyException("a statement has no " + name);
    }
    return found;
  }

  private static void checkNames(Members object, Set<String> names) throws PolicyException {
    for (String name : object.values().keySet()) {
      if (!names.contains(name)) {
        throw new PolicyException("the member " + name + " is not known");
      }
    }
  }

  private static Members members(JsonValue value, String what) throws PolicyException {
    if (value instanceof Members members) {
      return members;
    }
    throw new PolicyException(what + " is not an object");
  }

  private static String text(JsonValue value, String what) throws PolicyException {
    if (value instanceof Text text) {
      return text.value();
    }
    throw new PolicyException(what + " is not a string");
  }

  private static List<String> texts(JsonValue value, String what) throws PolicyException {
    var texts = new ArrayList<String>();
    for (JsonValue one : value instanceof Elements list ? list.values() : List.of(value)) {
      texts.add(text(one, what));
    }
    if (texts.isEmpty()) {
      throw new PolicyException(what + " is empty");
    }
    return texts;
  }

  /** The values of a condition, which may also be numbers and booleans. */
  private static List<String> scalars(JsonValue value) throws PolicyException {
    var texts = new ArrayList<String>();
    for (JsonValue one : value instanceof Elements list ? list.values() : List.of(value)) {
      texts.add(
          switch (one) {
            case Text text -> text.value();
            case Digits digits -> digits.value();
            case Flag flag -> Boolean.toString(flag.value());
            case Elements list -> throw new PolicyException("a value of a condition is a list");
            case Members members ->
                throw new PolicyException("a value of a condition is an object");
            case JsonValue.Null nothing ->
                throw new PolicyException("a value of a condition is null");
          });
    }
    return texts;
  }
}
