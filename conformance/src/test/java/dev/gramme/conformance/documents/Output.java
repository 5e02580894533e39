package dev.gramme.conformance.documents;

import java.util.regex.Pattern;

/**
 * The output that a page shows. White space does not count, {@code ...} stands for any text, and
 * milliseconds and the version may differ.
 */
final class Output {
  private static final Pattern VARIABLE =
      Pattern.compile("(\\.\\.\\.)|\\d+(?=ms)|\\d+\\.\\d+\\.\\d+-SNAPSHOT");

  private Output() {}

  static boolean contains(String printed, String expected) {
    var regex = new StringBuilder();
    String text = withoutSpace(expected);
    var variable = VARIABLE.matcher(text);
    int end = 0;
    while (variable.find()) {
      regex.append(Pattern.quote(text.substring(end, variable.start()))).append(".*?");
      end = variable.end();
    }
    regex.append(Pattern.quote(text.substring(end)));
    return Pattern.compile(regex.toString()).matcher(withoutSpace(printed)).find();
  }

  private static String withoutSpace(String text) {
    return text.replaceAll("\\s", "");
  }
}
