package dev.gramme.conformance.architecture;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The natural language in a Java source, with line breaks and indentation as single spaces.
 *
 * @param comments the comments, adjacent line comments as one
 * @param literals the string literals and text blocks; concatenated literals count as one
 */
record Prose(List<String> comments, List<String> literals) {
  private static final Pattern CONCATENATION = Pattern.compile("(?<!\\\\)\"\\s*\\+\\s*\"");
  private static final Pattern TOKEN =
      Pattern.compile(
          "(?<comment>//[^\n]*(\n\\s*//[^\n]*)*+|/\\*.*?\\*/)"
              + "|\"\"\"(?<block>.*?)(?<!\\\\)\"\"\""
              + "|\"(?<literal>([^\"\\\\]|\\\\.)*+)\""
              + "|'([^'\\\\]|\\\\.)+'",
          Pattern.DOTALL);
  private static final Pattern LINE_BREAK = Pattern.compile("\\s*\n\\s*(\\*(?!/)|//)?\\s*");

  Prose {
    comments = List.copyOf(comments);
    literals = List.copyOf(literals);
  }

  static Prose of(String source) {
    var comments = new ArrayList<String>();
    var literals = new ArrayList<String>();
    Matcher token = TOKEN.matcher(CONCATENATION.matcher(source).replaceAll(""));
    while (token.find()) {
      String comment = token.group("comment");
      String block = token.group("block");
      String literal = block == null ? token.group("literal") : block;
      if (comment != null) {
        comments.add(oneLine(comment));
      } else if (literal != null) {
        literals.add(oneLine(literal));
      }
    }
    return new Prose(comments, literals);
  }

  private static String oneLine(String text) {
    return LINE_BREAK.matcher(text).replaceAll(" ").strip();
  }
}
