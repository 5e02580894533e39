package dev.gramme.conformance.documents;

import java.util.regex.Pattern;

/**
 * The output that a page shows. White space does not count, {@code ...} stands for any text, and
 * milliseconds and the version may differ.
 */
final class Output {
  private static final Pattern VARIABLE =
      Pattern.compile("\\.\\.\\.|\\d+(?= ms)|\\d+\\.\\d+\\.\\d+-SNAPSHOT");

  private Output() {}

  static boolean contains(String printed, String expected) {
    var regex = new StringBuilder();
    var variable = VARIABLE.matcher(expected);
    int end = 0;
    while (variable.find()) {
      regex.append(literal(expected.substring(end, variable.start()))).append(".*?");
      end = variable.end();
    }
    regex.append(literal(expected.substring(end)));
    return Pattern.compile(regex.toString()).matcher(withoutSpace(printed)).find();
  }

  private static String literal(String text) {
    return Pattern.quote(withoutSpace(text));
  }

  private static String withoutSpace(String text) {
    return text.replaceAll("\\s", "");
  }
}
