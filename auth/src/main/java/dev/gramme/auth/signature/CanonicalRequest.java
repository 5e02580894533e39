package dev.gramme.auth.signature;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.function.Function;

/** The canonical form of a request, which client and server sign. */
public final class CanonicalRequest {
  private static final HexFormat HEX = HexFormat.of().withUpperCase();
  private static final String SIGNATURE_PARAMETER = "X-Amz-Signature";

  private final String text;

  private CanonicalRequest(String text) {
    this.text = text;
  }

  /**
   * The canonical form of a request.
   *
   * @param path as sent; empty means {@code /}
   * @param query as sent, without the question mark; a signature in it is left out
   * @param signed the names of the signed header fields, in any case and order
   * @param fields all values of a header field
   * @param body as sent, not decompressed
   */
  public static CanonicalRequest of(
      String method,
      String path,
      String query,
      List<String> signed,
      Function<String, List<String>> fields,
      byte[] body) {
    var names = new TreeSet<String>();
    signed.forEach(name -> names.add(name.toLowerCase(Locale.ROOT)));
    var text = new StringBuilder(512);
    text.append(method).append('\n');
    text.append(path.isEmpty() ? "/" : encoded(path, true)).append('\n');
    text.append(canonicalQuery(query)).append('\n');
    for (String name : names) {
      text.append(name).append(':');
      String separator = "";
      for (String value : fields.apply(name)) {
        text.append(separator).append(collapsed(value));
        separator = ",";
      }
      text.append('\n');
    }
    text.append('\n').append(String.join(";", names)).append('\n').append(Hash.hex(Hash.of(body)));
    return new CanonicalRequest(text.toString());
  }

  /** The hash of the canonical form, which goes into the signature. */
  String hash() {
    return Hash.hex(Hash.of(text.getBytes(StandardCharsets.UTF_8)));
  }

  @Override
  public String toString() {
    return text;
  }

  /** The value without blanks at both ends, and with runs of blanks collapsed to one. */
  private static String collapsed(String value) {
    var text = new StringBuilder(value.length());
    boolean blank = false;
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == ' ' || c == '\t') {
        blank = !text.isEmpty();
        continue;
      }
      if (blank) {
        text.append(' ');
        blank = false;
      }
      text.append(c);
    }
    return text.toString();
  }

  private record Parameter(String name, String value) {}

  private static String canonicalQuery(String query) {
    if (query.isEmpty()) {
      return "";
    }
    var parameters = new ArrayList<Parameter>();
    for (String pair : query.split("&")) {
      int equals = pair.indexOf('=');
      String name = equals < 0 ? pair : pair.substring(0, equals);
      if (!pair.isEmpty() && !name.equals(SIGNATURE_PARAMETER)) {
        String value = equals < 0 ? "" : pair.substring(equals + 1);
        parameters.add(new Parameter(encoded(name, false), encoded(value, false)));
      }
    }
    parameters.sort(Comparator.comparing(Parameter::name).thenComparing(Parameter::value));
    return String.join(
        "&", parameters.stream().map(each -> each.name() + "=" + each.value()).toList());
  }

  /**
   * Percent-encodes all characters that are not unreserved. An encoded character is encoded again
   * in a path, and kept in a query.
   */
  private static String encoded(String text, boolean path) {
    var out = new StringBuilder(text.length());
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xff);
      boolean unreserved =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || "-_.~".indexOf(c) >= 0;
      if (unreserved || (path ? c == '/' : c == '%')) {
        out.append(c);
      } else {
        out.append('%');
        HEX.toHexDigits(out, b);
      }
    }
    return out.toString();
  }
}
