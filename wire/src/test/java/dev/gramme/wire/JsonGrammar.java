package dev.gramme.wire;

import java.util.ArrayDeque;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An independent implementation of RFC 8259 with regular expressions and a stack. The fuzz test
 * compares the decoder with it.
 */
final class JsonGrammar {
  private static final Pattern TOKEN =
      Pattern.compile(
          "[ \\t\\n\\r]*+(?:(?<punctuation>[\\[\\]{},:])"
              + "|(?<string>\"(?:[^\"\\\\\\x00-\\x1f]|\\\\[\"\\\\/bfnrt]|\\\\u[0-9a-fA-F]{4})*+\")"
              + "|(?<other>-?(?:0|[1-9][0-9]*+)(?:\\.[0-9]++)?(?:[eE][+-]?[0-9]++)?(?![0-9.a-zA-Z+-])"
              + "|(?:true|false|null)(?![0-9a-zA-Z]))"
              + "|(?<end>\\z))");

  /** The permitted next token. */
  private enum Expect {
    VALUE,
    VALUE_OR_END,
    NAME,
    NAME_OR_END,
    COLON,
    COMMA_OR_END,
    NOTHING
  }

  private final ArrayDeque<Character> open = new ArrayDeque<>();
  private Expect expect = Expect.VALUE;

  private JsonGrammar() {}

  static boolean isObject(String text, int maxNesting) {
    return text.stripLeading().startsWith("{") && new JsonGrammar().accepts(text, maxNesting);
  }

  private boolean accepts(String text, int maxNesting) {
    Matcher matcher = TOKEN.matcher(text);
    int at = 0;
    while (matcher.region(at, text.length()).lookingAt()) {
      if (matcher.group("end") != null) {
        return expect == Expect.NOTHING;
      }
      String punctuation = matcher.group("punctuation");
      boolean taken =
          punctuation != null
              ? punctuation(punctuation.charAt(0))
              : matcher.group("string") != null ? string() : value();
      if (!taken || open.size() > maxNesting) {
        return false;
      }
      at = matcher.end();
    }
    return false;
  }

  private boolean punctuation(char c) {
    return switch (c) {
      case '{', '[' -> begin(c);
      case '}' -> end('{', Expect.NAME_OR_END);
      case ']' -> end('[', Expect.VALUE_OR_END);
      case ':' -> {
        boolean due = expect == Expect.COLON;
        expect = Expect.VALUE;
        yield due;
      }
      default -> {
        boolean due = expect == Expect.COMMA_OR_END;
        expect = open.peek() != null && open.peek() == '{' ? Expect.NAME : Expect.VALUE;
        yield due;
      }
    };
  }

  private boolean begin(char c) {
    boolean due = expect == Expect.VALUE || expect == Expect.VALUE_OR_END;
    open.push(c);
    expect = c == '{' ? Expect.NAME_OR_END : Expect.VALUE_OR_END;
    return due;
  }

  private boolean end(char opened, Expect whenEmpty) {
    boolean due = expect == Expect.COMMA_OR_END || expect == whenEmpty;
    Character last = open.poll();
    expect = open.isEmpty() ? Expect.NOTHING : Expect.COMMA_OR_END;
    return due && last != null && last == opened;
  }

  private boolean string() {
    if (expect == Expect.NAME || expect == Expect.NAME_OR_END) {
      expect = Expect.COLON;
      return true;
    }
    return value();
  }

  private boolean value() {
    boolean due = expect == Expect.VALUE || expect == Expect.VALUE_OR_END;
    expect = open.isEmpty() ? Expect.NOTHING : Expect.COMMA_OR_END;
    return due;
  }
}
