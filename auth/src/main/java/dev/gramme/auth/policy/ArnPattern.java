package dev.gramme.auth.policy;

import java.util.ArrayList;
import java.util.List;

/**
 * A pattern for ARNs. A wildcard matches only within its part of the ARN; the last part may contain
 * further colons. {@code *} alone matches everything.
 */
final class ArnPattern {
  private static final int PARTS = 6;

  private final List<TextPattern> parts;

  private ArnPattern(List<TextPattern> parts) {
    this.parts = List.copyOf(parts);
  }

  static ArnPattern parse(String text, boolean variables) throws PolicyException {
    if (text.equals("*")) {
      return new ArnPattern(List.of());
    }
    List<String> texts = split(text, variables);
    if (texts.size() < PARTS || !texts.getFirst().equals("arn")) {
      throw new PolicyException("\"" + text + "\" is neither an ARN nor \"*\"");
    }
    var parts = new ArrayList<TextPattern>(PARTS);
    for (String part : texts) {
      parts.add(TextPattern.parse(part, true, variables));
    }
    return new ArnPattern(parts);
  }

  /** Splits at colons, except at colons within variables. */
  private static List<String> split(String text, boolean variables) {
    var parts = new ArrayList<String>(PARTS);
    int start = 0;
    boolean within = false;
    for (int at = 0; at < text.length() && parts.size() < PARTS - 1; at++) {
      char c = text.charAt(at);
      if (variables && text.startsWith("${", at)) {
        within = true;
      } else if (c == '}') {
        within = false;
      } else if (c == ':' && !within) {
        parts.add(text.substring(start, at));
        start = at + 1;
      }
    }
    parts.add(text.substring(start));
    return parts;
  }

  boolean isUnresolved(Context context) {
    return parts.stream().anyMatch(part -> part.isUnresolved(context));
  }

  boolean matches(String arn, Context context) {
    if (parts.isEmpty()) {
      return true;
    }
    String[] given = arn.split(":", PARTS);
    if (given.length < PARTS) {
      return false;
    }
    for (int i = 0; i < PARTS; i++) {
      if (!parts.get(i).matches(given[i], context)) {
        return false;
      }
    }
    return true;
  }
}
