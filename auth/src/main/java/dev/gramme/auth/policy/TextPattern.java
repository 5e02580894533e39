package dev.gramme.auth.policy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A string of a policy that may contain wildcards and variables. The value of a variable is taken
 * literally: a tag with the value {@code *} matches only a star.
 */
final class TextPattern {
  private static final int ANY_RUN = -1;
  private static final int ANY_ONE = -2;

  /** A literal, a wildcard, or a variable. */
  private sealed interface Part {
    record Literal(String text) implements Part {}

    record Wildcard(int kind) implements Part {}

    record Variable(String key, @Nullable String otherwise) implements Part {}
  }

  private final List<Part> parts;

  /** The resolved pattern if it has no variables, which is the usual case. */
  private final int @Nullable [] constant;

  private TextPattern(List<Part> parts) {
    this.parts = List.copyOf(parts);
    boolean variable = parts.stream().anyMatch(Part.Variable.class::isInstance);
    this.constant = variable ? null : resolve(key -> List.of());
  }

  /** A pattern that matches exactly this string. */
  static TextPattern literal(String text) {
    return new TextPattern(List.of(new Part.Literal(text)));
  }

  /**
   * Parses a pattern.
   *
   * @param wildcards whether {@code *} and {@code ?} are wildcards
   * @param variables whether <code>
   *     ${key}</code> is a variable
   */
  static TextPattern parse(String text, boolean wildcards, boolean variables)
      throws PolicyException {
    var parts = new ArrayList<Part>();
    var literal = new StringBuilder();
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      Part part = null;
      if (variables && text.startsWith("${", at)) {
        int end = text.indexOf('}', at);
        if (end < 0) {
          throw new PolicyException("the variable in \"" + text + "\" has no closing brace");
        }
        part = variable(text.substring(at + 2, end), text);
        at = end;
      } else if (wildcards && c == '*') {
        part = new Part.Wildcard(ANY_RUN);
      } else if (wildcards && c == '?') {
        part = new Part.Wildcard(ANY_ONE);
      }
      if (part instanceof Part.Literal escaped) {
        literal.append(escaped.text());
      } else if (part == null) {
        literal.append(c);
      } else {
        flush(literal, parts);
        parts.add(part);
      }
    }
    flush(literal, parts);
    return new TextPattern(parts);
  }

  private static void flush(StringBuilder literal, List<Part> parts) {
    if (!literal.isEmpty()) {
      parts.add(new Part.Literal(literal.toString()));
      literal.setLength(0);
    }
  }

  /** A variable, which may have a default: <code>${aws:username, 'nobody'}</code>. */
  private static Part variable(String inner, String text) throws PolicyException {
    if (inner.equals("*") || inner.equals("?") || inner.equals("$")) {
      return new Part.Literal(inner);
    }
    int comma = inner.indexOf(',');
    if (comma < 0) {
      return new Part.Variable(ConditionKeys.known(inner.strip()), null);
    }
    String otherwise = inner.substring(comma + 1).strip();
    if (otherwise.length() < 2 || !otherwise.startsWith("'") || !otherwise.endsWith("'")) {
      throw new PolicyException("the default in \"" + text + "\" is not in single quotes");
    }
    return new Part.Variable(
        ConditionKeys.known(inner.substring(0, comma).strip()),
        otherwise.substring(1, otherwise.length() - 1));
  }

  /** Whether the pattern has a variable without a value, so that nothing can match it. */
  boolean isUnresolved(Context context) {
    return constant == null && resolve(context) == null;
  }

  /** Whether a string matches; false if a variable has no value. */
  boolean matches(String text, Context context) {
    int[] pattern = constant != null ? constant : resolve(context);
    return pattern != null && matches(pattern, text, false);
  }

  /** Whether a string matches, ignoring case. */
  boolean matchesIgnoringCase(String text, Context context) {
    int[] pattern = constant != null ? constant : resolve(context);
    return pattern != null && matches(pattern, text, true);
  }

  /** The pattern as code points and wildcards; null if a variable has no value. */
  private int @Nullable [] resolve(Context context) {
    var resolved = new ArrayList<Integer>();
    for (Part part : parts) {
      switch (part) {
        case Part.Literal literal -> literal.text().codePoints().forEach(resolved::add);
        case Part.Wildcard wildcard -> resolved.add(wildcard.kind());
        case Part.Variable variable -> {
          List<String> values = context.values(variable.key());
          String value = values.size() == 1 ? values.getFirst() : variable.otherwise();
          if (value == null) {
            return null;
          }
          value.codePoints().forEach(resolved::add);
        }
      }
    }
    return resolved.stream().mapToInt(Integer::intValue).toArray();
  }

  /**
   * Matches the parts between {@code *} from left to right, each at its first position. Without
   * {@code ?} this takes linear time; with it, each candidate position costs the length of the
   * part.
   */
  private static boolean matches(int[] pattern, String text, boolean ignoringCase) {
    int[] given = folded(text.codePoints().toArray(), ignoringCase);
    int[] wanted = folded(pattern, ignoringCase);
    int firstRun = runFrom(wanted, 0);
    if (firstRun == wanted.length) {
      return given.length == wanted.length && standsAt(wanted, 0, wanted.length, given, 0);
    }
    if (given.length < firstRun || !standsAt(wanted, 0, firstRun, given, 0)) {
      return false;
    }
    int at = firstRun;
    int part = firstRun + 1;
    int run;
    while ((run = runFrom(wanted, part)) < wanted.length) {
      at = CodePoints.indexOf(given, at, Arrays.copyOfRange(wanted, part, run), ANY_ONE);
      if (at < 0) {
        return false;
      }
      at += run - part;
      part = run + 1;
    }
    int last = given.length - (wanted.length - part);
    return last >= at && standsAt(wanted, part, wanted.length, given, last);
  }

  private static int runFrom(int[] pattern, int from) {
    int at = from;
    while (at < pattern.length && pattern[at] != ANY_RUN) {
      at++;
    }
    return at;
  }

  private static boolean standsAt(int[] pattern, int from, int to, int[] given, int at) {
    for (int i = from; i < to; i++) {
      if (pattern[i] != ANY_ONE && pattern[i] != given[at + i - from]) {
        return false;
      }
    }
    return true;
  }

  private static int[] folded(int[] codePoints, boolean ignoringCase) {
    if (!ignoringCase) {
      return codePoints;
    }
    var folded = codePoints.clone();
    for (int i = 0; i < folded.length; i++) {
      folded[i] = folded[i] < 0 ? folded[i] : Character.toLowerCase(folded[i]);
    }
    return folded;
  }
}
