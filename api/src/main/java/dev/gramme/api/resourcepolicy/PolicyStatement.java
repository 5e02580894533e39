package dev.gramme.api.resourcepolicy;

import dev.gramme.api.table.InvalidParameters;
import dev.gramme.model.ApiError;
import dev.gramme.wire.JsonValue;
import dev.gramme.wire.JsonValue.Elements;
import dev.gramme.wire.JsonValue.Members;
import dev.gramme.wire.JsonValue.Text;
import dev.gramme.wire.JsonWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** A checked statement of a policy, and its canonical form. */
final class PolicyStatement {
  private static final String EVERYBODY = "*";
  private static final Pattern ACCOUNT = Pattern.compile("\\d{12}");
  private static final Pattern IDENTITY =
      Pattern.compile("arn:aws[a-z-]*:(iam|sts)::\\d{12}:[\\w+=,.@/*-]+(:[\\w+=,.@/*-]+)*");
  private static final Pattern ARN = Pattern.compile("arn:[^:]*:[^:]*:[^:]*:[^:]*:(?<id>.+)");
  private static final Pattern TABLE_ID = Pattern.compile("table/[^/]+(/index/[^/]+)?|.*\\*.*");
  private static final Pattern STREAM_ID = Pattern.compile("table/[^/]+/stream/[^/]+|.*\\*.*");
  private static final Set<String> PRINCIPALS =
      Set.of("AWS", "Service", "Federated", "CanonicalUser");
  private static final Pattern OPERATOR =
      Pattern.compile(
          "Null|((ForAllValues|ForAnyValue):)?"
              + "(String(Not)?(Equals(IgnoreCase)?|Like)"
              + "|Numeric((Not)?Equals|(Less|Greater)Than(Equals)?)"
              + "|Date((Not)?Equals|(Less|Greater)Than(Equals)?)"
              + "|Bool|BinaryEquals|(Not)?IpAddress|Arn(Not)?(Equals|Like))(IfExists)?");

  private final Members statement;
  private final boolean ofStream;

  PolicyStatement(JsonValue value, boolean ofStream) {
    this.statement = PolicyDocument.members(value);
    this.ofStream = ofStream;
    PolicyDocument.checkNames(
        statement,
        Set.of(
            "Sid",
            "Effect",
            "Principal",
            "NotPrincipal",
            "Action",
            "NotAction",
            "Resource",
            "NotResource",
            "Condition"));
    checkEffect();
    checkPrincipal();
    checkActions();
    checkResources();
    checkCondition();
  }

  /** The Sid, if it has one. */
  Optional<String> sid() {
    return statement.find("Sid").map(PolicyDocument::text);
  }

  /**
   * Whether the statement prevents the account that attaches the policy from attaching another
   * policy. A statement with a condition might do so; it is not examined.
   */
  boolean locksOut(String account) {
    return effect().equals("Deny")
        && statement.find("Condition").isEmpty()
        && statement.find("Principal").isPresent()
        && principals().values().stream()
            .flatMap(List::stream)
            .anyMatch(name -> name.equals(EVERYBODY) || name.equals(root(account)))
        && statement
            .find("Action")
            .map(PolicyStatement::texts)
            .filter(actions ->
                actions.stream()
                    .anyMatch(action -> PolicyActions.covers(action, "PutResourcePolicy")))
            .isPresent();
  }

  private String effect() {
    String given = PolicyDocument.text(required("Effect"));
    return switch (given.toLowerCase(Locale.ROOT)) {
      case "allow" -> "Allow";
      case "deny" -> "Deny";
      default -> throw PolicyDocument.syntaxError(required("Effect"));
    };
  }

  private void checkEffect() {
    effect();
  }

  private void checkPrincipal() {
    required("Principal");
    var everybody = false;
    for (var kind : principals().entrySet()) {
      for (String name : kind.getValue()) {
        everybody |= name.equals(EVERYBODY);
        if (kind.getKey().equals("AWS")
            && !name.equals(EVERYBODY)
            && !IDENTITY.matcher(name).matches()) {
          throw InvalidParameters.of("Invalid principal in policy document.");
        }
      }
    }
    if (everybody && effect().equals("Allow") && statement.find("Condition").isEmpty()) {
      throw ApiError.validation(
          "Resource-based policy grants unbounded access in one or more elements. Please revise the"
              + " policy to ensure least-privilege form of access");
    }
  }

  /** The principals by kind; {@code *} belongs to the kind of accounts and users. */
  private Map<String, List<String>> principals() {
    JsonValue given = required("Principal");
    if (given instanceof Text text) {
      if (!text.value().equals(EVERYBODY)) {
        throw PolicyDocument.syntaxError(given);
      }
      return Map.of("AWS", List.of(EVERYBODY));
    }
    Members kinds = PolicyDocument.members(given);
    if (kinds.values().isEmpty()) {
      throw PolicyDocument.invalid("Missing required field Principal cannot be empty!");
    }
    PolicyDocument.checkNames(kinds, PRINCIPALS);
    var principals = new LinkedHashMap<String, List<String>>();
    kinds
        .values()
        .forEach((kind, names) ->
            principals.put(
                kind, texts(names).stream().map(PolicyStatement::expanded).distinct().toList()));
    return principals;
  }

  private static String expanded(String principal) {
    return ACCOUNT.matcher(principal).matches() ? root(principal) : principal;
  }

  private static String root(String account) {
    return "arn:aws:iam::" + account + ":root";
  }

  private void checkActions() {
    var known = ofStream ? PolicyActions.OF_STREAM : PolicyActions.OF_TABLE;
    var unknown = new ArrayList<String>();
    for (String action : texts(required("Action"))) {
      if (!known.allow(action)) {
        unknown.add('"' + action + '"');
      }
    }
    if (!unknown.isEmpty()) {
      throw PolicyDocument.invalid(
          "The following action names are invalid: " + String.join(", ", unknown));
    }
  }

  private void checkResources() {
    for (String resource : texts(required("Resource"))) {
      if (resource.equals(EVERYBODY)) {
        continue;
      }
      var arn = ARN.matcher(resource);
      if (!arn.matches()) {
        throw PolicyDocument.invalid("Resource " + resource + " must be in ARN format or \"*\".");
      }
      String id = arn.group("id");
      if (!(ofStream ? STREAM_ID : TABLE_ID).matcher(id).matches()) {
        // The part of the service's text after the ARN is not known (November 2026).
        throw PolicyDocument.invalid(
            "The relative-id \"" + id + "\" is invalid for ARN \"" + resource + "\"");
      }
    }
  }

  private void checkCondition() {
    statement
        .find("Condition")
        .map(PolicyDocument::members)
        .ifPresent(condition ->
            condition
                .values()
                .forEach((operator, keys) -> {
                  if (!OPERATOR.matcher(operator).matches()) {
                    throw PolicyDocument.invalid("Invalid Condition type : " + operator);
                  }
                  PolicyDocument.members(keys).values().values().forEach(this::checkValues);
                }));
  }

  private void checkValues(JsonValue values) {
    switch (values) {
      case Elements list -> list.values().forEach(this::checkValues);
      case Members members -> throw PolicyDocument.syntaxError(members);
      case JsonValue.Null nothing -> throw PolicyDocument.syntaxError(nothing);
      case Text text -> {}
      case JsonValue.Digits digits -> {}
      case JsonValue.Flag flag -> {}
    }
  }

  /** A member that is required, or its negated form. */
  private JsonValue required(String name) {
    Optional<JsonValue> plain = statement.find(name);
    Optional<JsonValue> not = statement.find("Not" + name);
    if (plain.isPresent() && not.isPresent()) {
      throw PolicyDocument.syntaxError(not.get());
    }
    return plain
        .or(() -> not)
        .orElseThrow(() -> PolicyDocument.invalid("Missing required field " + name));
  }

  private static List<String> texts(JsonValue value) {
    if (value instanceof Elements list) {
      if (list.values().isEmpty()) {
        throw PolicyDocument.syntaxError(value);
      }
      return list.values().stream().map(PolicyDocument::text).toList();
    }
    return List.of(PolicyDocument.text(value));
  }

  /**
   * Writes the statement with its members in the service's order; a list of one element is written
   * as that element.
   */
  void write(JsonWriter out) {
    out.beginObject();
    sid().ifPresent(sid -> out.name("Sid").string(sid));
    out.name("Effect").string(effect());
    writePrincipal(out);
    writeTexts(out, "Action");
    writeTexts(out, "Resource");
    statement
        .find("Condition")
        .ifPresent(condition -> {
          out.name("Condition");
          PolicyDocument.write(out, condition);
        });
    out.endObject();
  }

  private void writePrincipal(JsonWriter out) {
    out.name(statement.find("Principal").isPresent() ? "Principal" : "NotPrincipal");
    if (required("Principal") instanceof Text everybody) {
      out.string(everybody.value());
      return;
    }
    out.beginObject();
    principals()
        .forEach((kind, names) -> {
          out.name(kind);
          write(out, names);
        });
    out.endObject();
  }

  private void writeTexts(JsonWriter out, String name) {
    out.name(statement.find(name).isPresent() ? name : "Not" + name);
    write(out, texts(required(name)));
  }

  private static void write(JsonWriter out, List<String> texts) {
    if (texts.size() == 1) {
      out.string(texts.getFirst());
      return;
    }
    out.beginArray();
    texts.forEach(out::string);
    out.endArray();
  }
}
