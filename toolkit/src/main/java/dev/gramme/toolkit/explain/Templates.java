package dev.gramme.toolkit.explain;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Analyses key templates, such as {@code CUST#{email}}. */
final class Templates {
  private static final Pattern FIELD = Pattern.compile("\\{([^{}]*)\\}");
  private static final Pattern NAME = Pattern.compile("[\\p{L}_$][\\p{L}\\p{N}_$]*");
  private static final char SEPARATOR = '#';

  private Templates() {}

  /** The names of the components in a template. */
  static Set<String> fields(String template) {
    var fields = new LinkedHashSet<String>();
    Matcher field = FIELD.matcher(template);
    while (field.find()) {
      // A modifier may follow the name, such as descending.
      Matcher name = NAME.matcher(field.group(1));
      if (name.find()) {
        fields.add(name.group());
      }
    }
    return fields;
  }

  /** A template with each field replaced by the function's value. */
  static String fill(String template, java.util.function.UnaryOperator<String> values) {
    return FIELD
        .matcher(template)
        .replaceAll(field -> {
          Matcher name = NAME.matcher(field.group(1));
          return Matcher.quoteReplacement(values.apply(name.find() ? name.group() : ""));
        });
  }

  /** The template without its fields. */
  static String literals(String template) {
    return FIELD.matcher(template).replaceAll("");
  }

  /** Whether two fields are adjacent, without a separator that marks the end of the first. */
  static boolean runsTogether(String template) {
    return template.contains("}{");
  }

  /**
   * Whether two templates can give the same key. The separator is escaped in values, so only
   * segments at the same position can be equal.
   */
  static boolean canBeEqual(String one, String other) {
    List<String> left = segments(one);
    List<String> right = segments(other);
    if (left.size() != right.size()) {
      return false;
    }
    for (int i = 0; i < left.size(); i++) {
      if (!overlap(left.get(i), 0, right.get(i), 0)) {
        return false;
      }
    }
    return true;
  }

  /** The template's segments, with each field replaced by one wildcard character. */
  private static List<String> segments(String template) {
    var segments = new ArrayList<String>();
    String pattern = FIELD.matcher(template).replaceAll("\0");
    int from = 0;
    for (int at = 0; at <= pattern.length(); at++) {
      if (at == pattern.length() || pattern.charAt(at) == SEPARATOR) {
        segments.add(pattern.substring(from, at));
        from = at + 1;
      }
    }
    return segments;
  }

  private static boolean overlap(String a, int i, String b, int j) {
    if (i == a.length() && j == b.length()) {
      return true;
    }
    if (i < a.length() && a.charAt(i) == 0) {
      return overlap(a, i + 1, b, j) || (j < b.length() && overlap(a, i, b, j + 1));
    }
    if (j < b.length() && b.charAt(j) == 0) {
      return overlap(a, i, b, j + 1) || (i < a.length() && overlap(a, i + 1, b, j));
    }
    return i < a.length()
        && j < b.length()
        && a.charAt(i) == b.charAt(j)
        && overlap(a, i + 1, b, j + 1);
  }
}
