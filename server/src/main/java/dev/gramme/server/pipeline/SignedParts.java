package dev.gramme.server.pipeline;

import dev.gramme.server.http.HttpRequest;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a signed request that describe its signature, from the {@code Authorization} field
 * or from the query string.
 */
record SignedParts(
    String algorithm, String credential, String signature, String signedHeaders, String date) {
  private static final String ALGORITHM = "X-Amz-Algorithm";
  private static final String CREDENTIAL = "X-Amz-Credential";
  private static final String SIGNATURE = "X-Amz-Signature";
  private static final String SIGNED_HEADERS = "X-Amz-SignedHeaders";
  private static final String DATE = "X-Amz-Date";
  private static final String TOKEN = "X-Amz-Security-Token";

  /** The session token of a request, from its fields or its query; null if it has none. */
  static @Nullable String token(HttpRequest request) {
    var field = request.fields().first(TOKEN);
    return field != null ? field : query(request.query()).get(TOKEN);
  }

  /** The names of the fields that are signed. */
  List<String> signedNames() {
    return List.of(signedHeaders.split(";"));
  }

  /** Whether a field is signed. */
  boolean signs(String name) {
    return signedNames().stream().anyMatch(name::equalsIgnoreCase);
  }

  /** Reads the parts. If one is missing, throws the service's error. */
  static SignedParts of(HttpRequest request) {
    var authorization = request.fields().first("Authorization");
    Map<String, String> query = query(request.query());
    if (authorization != null && query.containsKey(ALGORITHM)) {
      throw SignatureFault.both();
    }
    if (query.containsKey(ALGORITHM)) {
      return ofQuery(query);
    }
    if (authorization == null || !authorization.strip().startsWith("AWS4-")) {
      throw SignatureFault.missing();
    }
    return ofField(authorization, date(request));
  }

  private static @Nullable String date(HttpRequest request) {
    var own = request.fields().first(DATE);
    return own != null ? own : request.fields().first("Date");
  }

  private static SignedParts ofField(String authorization, @Nullable String date) {
    var text = authorization.strip();
    var credential = parameter(text, "Credential=");
    var signature = parameter(text, "Signature=");
    var signedHeaders = parameter(text, "SignedHeaders=");
    if (credential.isEmpty() || signature.isEmpty() || signedHeaders.isEmpty() || date == null) {
      throw SignatureFault.incomplete(
          (credential.isEmpty() ? requires("'Credential' parameter") : "")
              + (signature.isEmpty() ? requires("'Signature' parameter") : "")
              + (signedHeaders.isEmpty() ? requires("'SignedHeaders' parameter") : "")
              + (date == null
                  ? requires("existence of either a 'X-Amz-Date' or a 'Date' header")
                  : "")
              + "Authorization="
              + authorization);
    }
    int end = endOfWord(text, 0);
    return new SignedParts(text.substring(0, end), credential, signature, signedHeaders, date);
  }

  private static String requires(String what) {
    return "Authorization header requires " + what + ". ";
  }

  /**
   * The value after {@code name}, empty if there is none. Values are separated by commas or blanks.
   */
  private static String parameter(String text, String name) {
    for (int at = text.indexOf(name); at > 0; at = text.indexOf(name, at + 1)) {
      if (isSeparator(text.charAt(at - 1))) {
        int start = at + name.length();
        return text.substring(start, endOfWord(text, start));
      }
    }
    return "";
  }

  /** The index after the last character of the word that starts at {@code start}. */
  static int endOfWord(String text, int start) {
    int end = start;
    while (end < text.length() && !isSeparator(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static boolean isSeparator(char c) {
    return c == ' ' || c == ',' || c == '\t';
  }

  private static SignedParts ofQuery(Map<String, String> query) {
    var faults = new StringBuilder();
    for (var name : new String[] {ALGORITHM, CREDENTIAL, SIGNATURE, SIGNED_HEADERS, DATE}) {
      if (query.getOrDefault(name, "").isEmpty()) {
        faults.append("AWS query-string parameters must include '").append(name).append("'. ");
      }
    }
    if (!faults.isEmpty()) {
      throw SignatureFault.incomplete(faults + "Re-examine the query-string parameters.");
    }
    return new SignedParts(
        query.getOrDefault(ALGORITHM, ""),
        query.getOrDefault(CREDENTIAL, ""),
        query.getOrDefault(SIGNATURE, ""),
        query.getOrDefault(SIGNED_HEADERS, ""),
        query.getOrDefault(DATE, ""));
  }

  private static Map<String, String> query(String text) {
    if (text.isEmpty()) {
      return Map.of();
    }
    var values = new HashMap<String, String>();
    for (var pair : text.split("&")) {
      int equals = pair.indexOf('=');
      var name = equals < 0 ? pair : pair.substring(0, equals);
      values.putIfAbsent(decoded(name), equals < 0 ? "" : decoded(pair.substring(equals + 1)));
    }
    return values;
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException badEscape) {
      return text;
    }
  }
}
