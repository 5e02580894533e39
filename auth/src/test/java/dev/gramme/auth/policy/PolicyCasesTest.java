package dev.gramme.auth.policy;

import dev.gramme.testkit.CaseFile;
import dev.gramme.wire.JsonValue;
import dev.gramme.wire.JsonValue.Elements;
import dev.gramme.wire.JsonValue.Members;
import dev.gramme.wire.JsonValue.Text;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Tests policy decisions with a case file. An input has lines with a name and a value:
 *
 * <ul>
 *   <li>{@code allow}, {@code deny}: a statement of the identity's policy without its effect, in
 *       JSON; action and resource default to everything
 *   <li>{@code resource-allow}, {@code resource-deny}: a statement of the resource's policy
 *   <li>{@code as}: the principal's ARN; {@code tags}, {@code resource-tags}: in JSON
 *   <li>{@code access}: action and resource; {@code keys}: the values of its condition keys
 * </ul>
 */
class PolicyCasesTest {
  private static final String TABLE = "arn:aws:dynamodb:us-east-1:000000000000:table/";

  @Test
  void accesses_are_decided_as_the_cases_say() {
    CaseFile.check(PolicyCasesTest.class, "policies.txt", PolicyCasesTest::decision);
  }

  private static String decision(String input) {
    try {
      return new Case(input).decide().name().toLowerCase(java.util.Locale.ROOT);
    } catch (PolicyException refused) {
      return "refused: " + refused.line();
    }
  }

  private static final class Case {
    private final List<String> own = new ArrayList<>();
    private final List<String> ofResource = new ArrayList<>();
    private String version = "2012-10-17";
    private String as = "arn:aws:iam::000000000000:user/alice";
    private Map<String, String> tags = Map.of();
    private Map<String, String> resourceTags = Map.of();
    private String action = "GetItem";
    private String resource = TABLE + "t";
    private final Map<String, List<String>> keys = new LinkedHashMap<>();

    Case(String input) {
      for (String line : input.split("\n")) {
        int blank = line.indexOf(' ');
        take(line.substring(0, blank), line.substring(blank + 1).strip());
      }
    }

    private void take(String name, String value) {
      switch (name) {
        case "allow" -> own.add(statement("Allow", value, ""));
        case "deny" -> own.add(statement("Deny", value, ""));
        case "resource-allow" -> ofResource.add(statement("Allow", value, "\"Principal\":\"*\""));
        case "resource-deny" -> ofResource.add(statement("Deny", value, "\"Principal\":\"*\""));
        case "version" -> version = value;
        case "as" -> as = value;
        case "tags" -> tags = texts(value);
        case "resource-tags" -> resourceTags = texts(value);
        case "access" -> {
          String[] words = value.split(" ");
          action = words[0];
          resource = words[1].startsWith("arn:") ? words[1] : TABLE + words[1];
        }
        case "keys" -> object(value).forEach((key, values) -> keys.put(key, strings(values)));
        default -> throw new IllegalArgumentException("no such line: " + name);
      }
    }

    private static String statement(String effect, String value, String principal) {
      var members = new ArrayList<String>();
      members.add("\"Effect\":\"" + effect + "\"");
      if (!value.contains("Action\"")) {
        members.add("\"Action\":\"*\"");
      }
      if (!value.contains("Resource\"")) {
        members.add("\"Resource\":\"*\"");
      }
      if (!principal.isEmpty() && !value.contains("Principal\"")) {
        members.add(principal);
      }
      String rest = value.substring(1, value.length() - 1).strip();
      if (!rest.isEmpty()) {
        members.add(rest);
      }
      return "{" + String.join(",", members) + "}";
    }

    private String document(List<String> statements) {
      return "{\"Version\":\""
          + version
          + "\",\"Statement\":["
          + String.join(",", statements)
          + "]}";
    }

    Decision decide() throws PolicyException {
      List<Policy> policies =
          own.isEmpty()
              ? List.of()
              : List.of(Policy.ofIdentity(JsonValue.parse(document(own)).orElseThrow()));
      Optional<Policy> attached =
          ofResource.isEmpty()
              ? Optional.empty()
              : Optional.of(Policy.attached(document(ofResource)));
      var principal = Principal.of(as, Optional.of("AIDA1"), tags, policies);
      var requester =
          new Requester(
              principal, "10.1.2.3", "us-east-1", false, Instant.parse("2026-11-21T08:00:00Z"));
      return requester.decide(new Access(action, resource, keys), attached, resourceTags);
    }

    private static Map<String, JsonValue> object(String json) {
      return ((Members) JsonValue.parse(json).orElseThrow()).values();
    }

    private static Map<String, String> texts(String json) {
      var texts = new LinkedHashMap<String, String>();
      object(json).forEach((name, value) -> texts.put(name, ((Text) value).value()));
      return texts;
    }

    private static List<String> strings(JsonValue value) {
      return value instanceof Elements list
          ? list.values().stream().map(one -> ((Text) one).value()).toList()
          : List.of(((Text) value).value());
    }
  }
}
