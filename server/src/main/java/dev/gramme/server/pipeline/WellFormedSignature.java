package dev.gramme.server.pipeline;

import dev.gramme.model.ApiError;
import dev.gramme.server.http.HttpRequest;
import java.time.DateTimeException;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Accepts every well-formed signature, by any key. Makes all checks of the service that need no
 * secret and no clock, in its order and with its texts.
 */
public final class WellFormedSignature implements Authenticator {
  private static final DateTimeFormatter BASIC =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final int DATE_LENGTH = 16;
  private static final int DAY_LENGTH = 8;
  private static final int SCOPE_PARTS = 5;

  private final Predicate<String> regions;
  private final Predicate<String> keys;
  private volatile @Nullable Accepted last;

  /** Accepts signatures for any region. */
  public WellFormedSignature() {
    this(region -> true, key -> true);
  }

  /**
   * Accepts signatures for these regions, with these access keys.
   *
   * @param regions whether a region is accepted
   * @param keys whether an access key is accepted
   */
  public WellFormedSignature(Predicate<String> regions, Predicate<String> keys) {
    this.regions = regions;
    this.keys = keys;
  }

  /** The access key with which a request was signed, and the region that it was signed for. */
  public record Scope(String keyId, String region) {}

  /** What a request was signed with and for, empty if it is not signed. */
  public static Optional<Scope> scope(HttpRequest request) {
    try {
      var scope = SignedParts.of(request).credential().split("/", -1);
      return scope.length == SCOPE_PARTS
          ? Optional.of(new Scope(scope[0], scope[2]))
          : Optional.empty();
    } catch (ApiError unsigned) {
      return Optional.empty();
    }
  }

  @Override
  public Identity authenticate(HttpRequest request) {
    Accepted known = last;
    if (known != null && known.covers(request)) {
      return known.identity();
    }
    Signed signed = read(request, date -> {});
    var identity = new Identity(signed.keyId(), signed.region(), null);
    last = Accepted.of(request, signed.date(), identity);
    return identity;
  }

  /**
   * The last accepted signature. On one day, a client's requests differ only in the time and in the
   * signature itself, so most requests need only a comparison with this prefix.
   *
   * @param before the {@code Authorization} field up to the signature, which must be its last part
   */
  private record Accepted(String before, String day, Identity identity) {
    private static final String SIGNATURE = " Signature=";

    /** The accepted signature; null if the request does not have the form that SDKs produce. */
    static @Nullable Accepted of(HttpRequest request, String date, Identity identity) {
      var text = request.fields().first("Authorization");
      if (text == null || !text.contains(SIGNATURE)) {
        return null;
      }
      int at = text.indexOf(SIGNATURE);
      var accepted =
          new Accepted(
              text.substring(0, at + SIGNATURE.length()), date.substring(0, DAY_LENGTH), identity);
      return accepted.covers(request) ? accepted : null;
    }

    boolean covers(HttpRequest request) {
      var text = request.fields().first("Authorization");
      var date = request.fields().first("X-Amz-Date");
      return text != null
          && date != null
          && request.query().isEmpty()
          && text.startsWith(before)
          && text.length() > before.length()
          && SignedParts.endOfWord(text, before.length()) == text.length()
          && date.startsWith(day)
          && isBasic(date);
    }
  }

  /**
   * The contents of a well-formed signature.
   *
   * @param date in basic format
   */
  record Signed(SignedParts parts, String date, String keyId, String region) {}

  /**
   * Reads and checks a signature.
   *
   * @param dateRule throws for invalid dates; it runs between the other checks, in the service's
   *     order
   */
  Signed read(HttpRequest request, Consumer<String> dateRule) {
    var parts = SignedParts.of(request);
    var date = basicDate(parts.date());
    dateRule.accept(date);
    if (!parts.signs("host")) {
      throw SignatureFault.notSigned("Host");
    }
    if (!parts.algorithm().equals("AWS4-HMAC-SHA256")) {
      throw SignatureFault.badAlgorithm(parts.algorithm());
    }
    var scope = parts.credential().split("/", -1);
    if (scope.length != SCOPE_PARTS) {
      throw SignatureFault.badCredential(parts.credential());
    }
    checkScope(scope, date);
    if (!keys.test(scope[0])) {
      throw SignatureFault.noDatabase();
    }
    return new Signed(parts, date, scope[0], scope[2]);
  }

  private void checkScope(String[] scope, String date) {
    var day = date.substring(0, DAY_LENGTH);
    boolean region = isRegion(scope[2]) && regions.test(scope[2]);
    boolean service = scope[3].equals("dynamodb");
    boolean terminator = scope[4].equals("aws4_request");
    boolean sameDay = scope[1].equals(day);
    if (region && service && terminator && sameDay) {
      return;
    }
    throw SignatureFault.invalid(
        (region
                ? ""
                : "Credential should be scoped to a valid region, not '%s'. ".formatted(scope[2]))
            + (service ? "" : "Credential should be scoped to correct service: 'dynamodb'. ")
            + (terminator
                ? ""
                : "Credential should be scoped with a valid terminator: 'aws4_request', not '%s'. "
                    .formatted(scope[4]))
            + (sameDay
                ? ""
                : ("Date in Credential scope does not match YYYYMMDD from ISO-8601 version of date"
                        + " from HTTP: '%s' != '%s', from '%s'.")
                    .formatted(scope[1], day, date)));
  }

  /** Any such name is accepted as a region, so that clients may use regions for separate data. */
  private static boolean isRegion(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean allowed =
          (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
      if (!allowed) {
        return false;
      }
    }
    return !name.isEmpty();
  }

  /** The date in basic format. HTTP's {@code Date} field has another format and is converted. */
  private static String basicDate(String date) {
    if (isBasic(date)) {
      return date;
    }
    try {
      return BASIC.format(ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME));
    } catch (DateTimeException e) {
      throw SignatureFault.badDate(date);
    }
  }

  private static boolean isBasic(String date) {
    if (date.length() != DATE_LENGTH || date.charAt(8) != 'T' || date.charAt(15) != 'Z') {
      return false;
    }
    for (int i = 0; i < DATE_LENGTH - 1; i++) {
      if (i != 8 && (date.charAt(i) < '0' || date.charAt(i) > '9')) {
        return false;
      }
    }
    return true;
  }
}
