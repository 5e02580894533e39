package dev.gramme.api.resourcepolicy;

import dev.gramme.api.Caller;
import dev.gramme.api.table.InvalidParameters;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.Utf8;
import dev.gramme.wire.JsonValue;
import dev.gramme.wire.JsonValue.Digits;
import dev.gramme.wire.JsonValue.Elements;
import dev.gramme.wire.JsonValue.Flag;
import dev.gramme.wire.JsonValue.Members;
import dev.gramme.wire.JsonValue.Null;
import dev.gramme.wire.JsonValue.Text;
import dev.gramme.wire.JsonWriter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A policy in the grammar of IAM policies. The service stores policies in a canonical form, without
 * whitespace and with the members in a fixed order. It compares the canonical forms: a policy with
 * an equal form is not a change. Texts as of October 2026.
 */
public final class PolicyDocument {
  private static final int MAX_BYTES = 20_480;
  private static final Set<String> VERSIONS = Set.of("2012-10-17", "2008-10-17");

  /** The default version of a policy, which the answers show if the document has none. */
  private static final String DEFAULT_VERSION = "2008-10-17";

  private static final String VERSION = "{\"Version\":";

  private final Members document;
  private final List<PolicyStatement> statements;

  private PolicyDocument(Members document, List<PolicyStatement> statements) {
    this.document = document;
    this.statements = statements;
  }

  /**
   * Parses and checks the policy of a table.
   *
   * @throws ApiError a ValidationException
   */
  public static PolicyDocument ofTable(String text) {
    return parse(text, false);
  }

  /** Parses and checks the policy of a table or a stream. */
  static PolicyDocument parse(String text, boolean ofStream) {
    if (Utf8.length(text) > MAX_BYTES) {
      throw InvalidParameters.of("Maximum policy size of " + MAX_BYTES + " bytes exceeded");
    }
    JsonValue value =
        JsonValue.parse(text).orElseThrow(() -> invalid("This policy contains invalid Json"));
    Members document =
        switch (value) {
          case Elements list -> throw invalid("This policy contains invalid Json");
          case Null nothing -> throw invalid("This text appears not to be a policy");
          case Members object -> object;
          case Text scalar -> throw syntaxError(scalar);
          case Digits scalar -> throw syntaxError(scalar);
          case Flag scalar -> throw syntaxError(scalar);
        };
    checkNames(document, Set.of("Version", "Id", "Statement"));
    document
        .find("Version")
        .filter(version -> !(version instanceof Text name) || !VERSIONS.contains(name.value()))
        .ifPresent(version -> {
          throw invalid("The policy must contain a valid version string");
        });
    if (document.values().isEmpty()) {
      throw syntaxErrorBehind(text);
    }
    JsonValue given =
        document.find("Statement").orElseThrow(() -> invalid("Missing required field Statement"));
    var values = given instanceof Elements list ? list.values() : List.of(given);
    if (values.isEmpty()) {
      throw invalid("Could not parse the policy: Statement is empty!");
    }
    var statements = new ArrayList<PolicyStatement>();
    Set<String> sids = new HashSet<>();
    for (JsonValue each : values) {
      var statement = new PolicyStatement(each, ofStream);
      statements.add(statement);
      if (statement.sid().filter(sid -> !sids.add(sid)).isPresent()) {
        throw invalid("The Statement Ids in the policy are not unique");
      }
    }
    return new PolicyDocument(document, statements);
  }

  /**
   * Refuses a policy that would prevent the caller from attaching another policy.
   *
   * @throws ApiError an AccessDeniedException
   */
  void refuseLockout(Caller caller) {
    if (statements.stream().anyMatch(statement -> statement.locksOut(caller.account()))) {
      throw ApiError.of(
          ErrorType.ACCESS_DENIED,
          "The new resource policy will not allow you to update the resource policy in the"
              + " future.");
    }
  }

  /** The canonical form, which is stored and compared. */
  public String canonical() {
    var out = new JsonWriter().beginObject();
    document.find("Version").ifPresent(version -> out.name("Version").string(text(version)));
    document.find("Id").ifPresent(id -> out.name("Id").string(text(id)));
    out.name("Statement").beginArray();
    statements.forEach(statement -> statement.write(out));
    return out.endArray().endObject().toString();
  }

  /** The form that answers show: the canonical form, always with a version. */
  static String shown(String canonical) {
    return canonical.startsWith(VERSION)
        ? canonical
        : VERSION + '"' + DEFAULT_VERSION + "\"," + canonical.substring(1);
  }

  /** The error for a document that is not a policy. */
  static ApiError invalid(String reason) {
    return InvalidParameters.of("Invalid policy document: " + reason);
  }

  /** The error for a document that ends too early. */
  private static ApiError syntaxErrorBehind(String text) {
    List<String> lines = text.strip().lines().toList();
    return invalid(
        "Syntax error at position (" + lines.size() + "," + (lines.getLast().length() + 1) + ")");
  }

  /** The error for a value in a place where it is not allowed. */
  static ApiError syntaxError(JsonValue value) {
    return invalid(
        "Syntax error at position ("
            + value.position().line()
            + ","
            + value.position().column()
            + ")");
  }

  /** Checks that a value is an object. */
  static Members members(JsonValue value) {
    if (value instanceof Members members) {
      return members;
    }
    throw syntaxError(value);
  }

  /** Checks that a value is a string. */
  static String text(JsonValue value) {
    if (value instanceof Text text) {
      return text.value();
    }
    throw syntaxError(value);
  }

  /** Refuses an object with members other than these. */
  static void checkNames(Members object, Set<String> names) {
    object
        .values()
        .forEach((name, value) -> {
          if (!names.contains(name)) {
            throw syntaxError(value);
          }
        });
  }

  /** Writes a value unchanged, but without whitespace. */
  static void write(JsonWriter out, JsonValue value) {
    switch (value) {
      case Members members -> {
        out.beginObject();
        members
            .values()
            .forEach((name, member) -> {
              out.name(name);
              write(out, member);
            });
        out.endObject();
      }
      case Elements elements -> {
        out.beginArray();
        elements.values().forEach(element -> write(out, element));
        out.endArray();
      }
      // Conditions compare strings, and the service stores all their values as strings.
      case Digits digits -> out.string(digits.value());
      case Flag flag -> out.string(Boolean.toString(flag.value()));
      case Text text -> out.string(text.value());
      case Null nothing -> out.nullValue();
    }
  }
}
