package dev.gramme.toolkit.processor;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Separates an expression into the terms that AND connects at the top level. */
final class FilterTerms {
  private static final Pattern TOKEN = Pattern.compile("[#:]?\\w+|[()]");

  private FilterTerms() {}

  /** The terms of a valid expression with placeholders; itself if OR is at the top level. */
  static List<String> of(String text) {
    var terms = new ArrayList<String>();
    int depth = 0;
    int start = 0;
    boolean between = false;
    Matcher tokens = TOKEN.matcher(text);
    while (tokens.find()) {
      switch (tokens.group().toUpperCase(Locale.ROOT)) {
        case "(" -> depth++;
        case ")" -> depth--;
        case "BETWEEN" -> between |= depth == 0;
        case "OR" -> {
          if (depth == 0) {
            return List.of(text);
          }
        }
        case "AND" -> {
          if (depth == 0 && !between) {
            terms.add(bare(text.substring(start, tokens.start()).strip()));
            start = tokens.end();
          }
          between &= depth > 0;
        }
        default -> {}
      }
    }
    terms.add(bare(text.substring(start).strip()));
    return List.copyOf(terms);
  }

  /**
   * A term without parentheses around all of it: the toolkit adds some when it connects terms, and
   * the service refuses redundant ones.
   */
  static String bare(String term) {
    if (!term.startsWith("(")) {
      return term;
    }
    int depth = 0;
    for (int i = 0; i < term.length() - 1; i++) {
      depth += term.charAt(i) == '(' ? 1 : term.charAt(i) == ')' ? -1 : 0;
      if (depth == 0) {
        return term;
      }
    }
    return term.endsWith(")") ? bare(term.substring(1, term.length() - 1).strip()) : term;
  }
}
