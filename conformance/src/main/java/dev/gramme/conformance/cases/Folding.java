package dev.gramme.conformance.cases;

import dev.gramme.conformance.support.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Removes secrets and everything that differs between runs from answers: account numbers,
 * identities, access keys, request ids and tokens, other tables of the account, names of the run's
 * own tables, times and ids.
 */
final class Folding {
  private static final String NO_ACCOUNT = "000000000000";
  private static final Pattern ACCOUNT =
      Pattern.compile("arn:aws[a-z-]*:[a-z0-9-]*:[a-z0-9-]*:(\\d{12}):");
  private static final Pattern REQUEST_VARIABLE = Pattern.compile("\\$\\{(?:arn:)?([A-Za-z]+)}");
  private static final Pattern REPEATED = Pattern.compile("([A-Za-z0-9 ])\\1{199,}");

  /** Patterns and their replacements, in the order of application. */
  private static final Map<Pattern, String> REPLACEMENTS = replacements();

  private final String prefix;
  private final Set<String> accounts = new HashSet<>();

  /**
   * Starts without a known account.
   *
   * @param prefix the prefix of the names of the run's tables
   */
  Folding(String prefix) {
    this.prefix = prefix;
  }

  private static Map<Pattern, String> replacements() {
    var result = new LinkedHashMap<Pattern, String>();
    result.put(
        Pattern.compile("arn:aws[a-z-]*:(?:iam|sts)::" + NO_ACCOUNT + ":[^\\s\"\\\\,]+"),
        "arn:aws:iam::" + NO_ACCOUNT + ":user/recorder");
    result.put(Pattern.compile("\\b(?:AKIA|ASIA|AIDA|AROA)[A-Z0-9]{12,}\\b"), "\\${accesskey}");
    result.put(Pattern.compile("\\b[A-Z0-9]{52}\\b"), "\\${request}");
    result.put(
        Pattern.compile("\\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\\b"),
        "\\${uuid}");
    result.put(Pattern.compile("\\b0\\d{13}-[0-9a-f]{8}\\b"), "\\${id}");
    result.put(
        Pattern.compile("(\"(?:NextToken|RevisionId)\"\\s*:\\s*)\"[^\"]*\""), "$1\"\\${token}\"");
    result.put(
        Pattern.compile("(\"\\w*(?:Date)?Time\"\\s*:\\s*)[0-9.]+(?:[eE]\\d+)?"), "$1\"\\${time}\"");
    result.put(Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}"), "\\${time}");
    result.put(Pattern.compile("(?<![\\d.])1[5-9]\\d{11}(?!\\d)"), "\\${time}"); // milliseconds
    result.put(Pattern.compile("(?<=\")k[0-9a-f]{8}"), "\\${otherkey}"); // of another case
    return result;
  }

  /**
   * The body of an answer on one line.
   *
   * @param request the request with its variables
   */
  String fold(
      String operation, String request, int status, String body, CaseTables.Variables variables) {
    var text = withoutAccounts(body, request);
    text = variables.fold(text);
    text = text.replaceAll(Pattern.quote(prefix) + "[0-9a-f-]{13}", "\\${other}");
    for (var replacement : REPLACEMENTS.entrySet()) {
      text = replacement.getKey().matcher(text).replaceAll(replacement.getValue());
    }
    text = text.replaceAll("[\\r\\n]+", " ").strip();
    text =
        REPEATED
            .matcher(text)
            .replaceAll(match ->
                Matcher.quoteReplacement(
                    "${" + match.group().length() + "*" + match.group(1) + "}"));
    boolean isListing = operation.startsWith("List") && !operation.equals("ListTagsOfResource");
    return isListing && status == 200 ? onlyNamed(request, text) : text;
  }

  /**
   * Replaces the numbers of real accounts. An account that the request itself contains is not real.
   */
  private String withoutAccounts(String text, String request) {
    ACCOUNT
        .matcher(text)
        .results()
        .map(match -> match.group(1))
        .filter(account -> !request.contains(account))
        .forEach(accounts::add);
    var result = text;
    for (var account : accounts) {
      result = result.replace(account, NO_ACCOUNT);
    }
    return result;
  }

  /** A listing, reduced to the elements that contain a variable of the request. */
  private static String onlyNamed(String request, String text) {
    var names =
        REQUEST_VARIABLE
            .matcher(request)
            .results()
            .map(match -> "${" + match.group(1) + "}")
            .toList();
    var result = new LinkedHashMap<String, @Nullable Object>();
    Json.object(text)
        .forEach((member, value) -> {
          if (value instanceof List<?> elements) {
            var kept = new ArrayList<@Nullable Object>();
            elements.stream().filter(element -> hasAny(element, names)).forEach(kept::add);
            result.put(member, kept);
          } else if (!member.startsWith("LastEvaluated") || hasAny(value, names)) {
            result.put(member, value);
          }
        });
    return Json.text(result);
  }

  private static boolean hasAny(@Nullable Object value, List<String> names) {
    var text = Json.text(value);
    return names.stream().anyMatch(text::contains);
  }
}
