package dev.gramme.wire;

import dev.gramme.wire.JsonReader.Malformed;
import java.nio.charset.StandardCharsets;

/** Scans a string of a JSON text and decodes its content. */
final class JsonString {
  /** Cached strings of one character, which are frequent as type names and attribute names. */
  private static final String[] SINGLE = new String[0x80];

  static {
    for (char c = 0; c < SINGLE.length; c++) {
      SINGLE[c] = String.valueOf(c);
    }
  }

  private final byte[] json;
  private final int end;

  // The bounds of the string without the quotation marks.
  private int from;
  private int to;
  private boolean escaped;
  private boolean ascii;

  JsonString(byte[] json, int end) {
    this.json = json;
    this.end = end;
  }

  /** Checks the string that begins at a quotation mark. Returns the position after it. */
  int scan(int opening) throws Malformed {
    if (opening == end || json[opening] != '"') {
      throw new Malformed();
    }
    from = opening + 1;
    escaped = false;
    ascii = true;
    int at = PlainText.skip(json, from, end);
    if (at < end && json[at] == '"') {
      to = at;
      return at + 1;
    }
    return scanRest(at);
  }

  private int scanRest(int first) throws Malformed {
    int at = first;
    while (true) {
      at = PlainText.skip(json, at, end);
      if (at == end) {
        throw new Malformed();
      }
      byte b = json[at];
      if (b == '"') {
        to = at;
        return at + 1;
      }
      if (b == '\\') {
        escaped = true;
        at = escape(at + 1);
      } else if (b < 0) {
        ascii = false;
        at = character(at);
      } else {
        throw new Malformed();
      }
    }
  }

  /** Checks an escape sequence. Returns the position after it. */
  private int escape(int at) throws Malformed {
    if (at == end) {
      throw new Malformed();
    }
    if (json[at] != 'u') {
      if ("\"\\/bfnrt".indexOf(json[at]) < 0) {
        throw new Malformed();
      }
      return at + 1;
    }
    char unit = unit(at);
    if (!Character.isSurrogate(unit)) {
      return at + 5;
    }
    int second = at + 5;
    boolean pair =
        Character.isHighSurrogate(unit)
            && second + 1 < end
            && json[second] == '\\'
            && json[second + 1] == 'u'
            && Character.isLowSurrogate(unit(second + 1));
    if (!pair) {
      throw new Malformed();
    }
    return second + 6;
  }

  /** The value of the four hexadecimal digits after the letter u. */
  private char unit(int u) throws Malformed {
    if (end - u < 5) {
      throw new Malformed();
    }
    int unit = 0;
    for (int i = u + 1; i <= u + 4; i++) {
      int digit = json[i] < 0 ? -1 : Character.digit(json[i], 16);
      if (digit < 0) {
        throw new Malformed();
      }
      unit = (unit << 4) | digit;
    }
    return (char) unit;
  }

  /** Checks a multi-byte character. Returns the position after it. */
  private int character(int at) throws Malformed {
    int first = json[at] & 0xff;
    int more = first < 0xc2 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : first < 0xf5 ? 3 : 0;
    if (more == 0 || end - at <= more) {
      throw new Malformed();
    }
    // The bounds of the second byte exclude overlong forms, surrogates and values above U+10FFFF.
    int min = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
    int max = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
    int second = json[at + 1] & 0xff;
    if (second < min || second > max) {
      throw new Malformed();
    }
    for (int i = 2; i <= more; i++) {
      if ((json[at + i] & 0xc0) != 0x80) {
        throw new Malformed();
      }
    }
    return at + 1 + more;
  }

  /** The decoded content of the string. */
  String text() {
    if (escaped) {
      return unescaped();
    }
    int length = to - from;
    return length == 0
        ? ""
        : length == 1
            ? SINGLE[json[from]]
            : new String(
                json, from, length, ascii ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
  }

  private String unescaped() {
    var out = new byte[to - from];
    int length = 0;
    int at = from;
    while (at < to) {
      byte b = json[at++];
      if (b != '\\') {
        out[length++] = b;
        continue;
      }
      byte letter = json[at++];
      if (letter == 'u') {
        int unit = Integer.parseInt(new String(json, at, 4, StandardCharsets.ISO_8859_1), 16);
        at += 4;
        if (Character.isHighSurrogate((char) unit)) {
          int low = Integer.parseInt(new String(json, at + 2, 4, StandardCharsets.ISO_8859_1), 16);
          at += 6;
          unit = Character.toCodePoint((char) unit, (char) low);
        }
        length = encode(unit, out, length);
      } else {
        out[length++] = meaning(letter);
      }
    }
    return new String(out, 0, length, StandardCharsets.UTF_8);
  }

  private static byte meaning(byte letter) {
    return switch (letter) {
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      default -> letter;
    };
  }

  private static int encode(int codePoint, byte[] out, int position) {
    int at = position;
    if (codePoint < 0x80) {
      out[at++] = (byte) codePoint;
      return at;
    }
    if (codePoint < 0x800) {
      out[at++] = (byte) (0xc0 | (codePoint >> 6));
    } else {
      if (codePoint < 0x10000) {
        out[at++] = (byte) (0xe0 | (codePoint >> 12));
      } else {
        out[at++] = (byte) (0xf0 | (codePoint >> 18));
        out[at++] = (byte) (0x80 | ((codePoint >> 12) & 0x3f));
      }
      out[at++] = (byte) (0x80 | ((codePoint >> 6) & 0x3f));
    }
    out[at++] = (byte) (0x80 | (codePoint & 0x3f));
    return at;
  }

  /** The length of the string in the JSON, in bytes. */
  int bytes() {
    return to - from;
  }
}
