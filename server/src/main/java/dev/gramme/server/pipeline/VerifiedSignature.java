package dev.gramme.server.pipeline;

import dev.gramme.auth.identity.AccessKey;
import dev.gramme.auth.identity.Identities;
import dev.gramme.auth.policy.Requester;
import dev.gramme.auth.signature.CanonicalRequest;
import dev.gramme.auth.signature.Scope;
import dev.gramme.auth.signature.SignatureVerifier;
import dev.gramme.server.http.HttpRequest;
import dev.gramme.server.pipeline.WellFormedSignature.Signed;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Accepts requests that were signed within the last 15 minutes with the secret of an existing
 * access key. The checks, their order and their texts are the service's (2026).
 */
public final class VerifiedSignature implements Authenticator {
  private static final DateTimeFormatter BASIC =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT);
  private static final Duration TOLERANCE = Duration.ofMinutes(15);

  /**
   * The fields that determine the meaning of a request must be signed; every SDK signs them. We
   * assume that the service requires this, with this text (November 2026).
   */
  private static final List<String> MUST_BE_SIGNED =
      List.of("X-Amz-Target", "X-Amz-Date", "X-Amz-Security-Token");

  private final Supplier<Identities> identities;
  private final InstantSource clock;
  private final WellFormedSignature form;
  private final SignatureVerifier verifier = new SignatureVerifier();

  /**
   * Accepts the signatures of these identities.
   *
   * @param identities the current identities
   * @param clock the clock that the dates of signatures are compared with
   * @param regions whether requests may be signed for a region
   */
  public VerifiedSignature(
      Supplier<Identities> identities, InstantSource clock, Predicate<String> regions) {
    this.identities = identities;
    this.clock = clock;
    this.form = new WellFormedSignature(regions, key -> true);
  }

  @Override
  public Identity authenticate(HttpRequest request) {
    Instant now = clock.instant();
    Signed signed = form.read(request, date -> checkDate(date, now));
    AccessKey key = identities.get().find(signed.keyId()).orElseThrow(SignatureFault::unknownKey);
    checkToken(key, SignedParts.token(request), now);
    for (String field : MUST_BE_SIGNED) {
      if (request.fields().first(field) != null && !signed.parts().signs(field)) {
        throw SignatureFault.notSigned(field);
      }
    }
    var canonical =
        CanonicalRequest.of(
            request.method(),
            request.path(),
            request.query(),
            signed.parts().signedNames(),
            request.fields()::all,
            request.body());
    var scope = new Scope(signed.date().substring(0, 8), signed.region(), "dynamodb");
    String signature = signed.parts().signature();
    if (!verifier.verify(key.id(), key.secret(), scope, signed.date(), canonical, signature)) {
      throw SignatureFault.mismatch();
    }
    var requester =
        new Requester(key.principal(), request.source(), signed.region(), request.isSecure(), now);
    return new Identity(key.id(), signed.region(), requester);
  }

  private static void checkDate(String date, Instant now) {
    Instant signed;
    try {
      signed = LocalDateTime.parse(date, BASIC).toInstant(ZoneOffset.UTC);
    } catch (DateTimeParseException e) {
      throw SignatureFault.badDate(date);
    }
    Instant earliest = now.minus(TOLERANCE);
    Instant latest = now.plus(TOLERANCE);
    if (signed.isBefore(earliest)) {
      throw SignatureFault.expired(date, basic(earliest), basic(now));
    }
    if (signed.isAfter(latest)) {
      throw SignatureFault.notYetCurrent(date, basic(latest), basic(now));
    }
  }

  private static String basic(Instant time) {
    return BASIC.format(time.atOffset(ZoneOffset.UTC));
  }

  private static void checkToken(AccessKey key, @Nullable String given, Instant now) {
    String token = key.token();
    if (token == null ? given != null : given == null || !same(token, given)) {
      throw SignatureFault.badToken();
    }
    if (key.expires() != null && !now.isBefore(key.expires())) {
      throw SignatureFault.expiredToken();
    }
  }

  private static boolean same(String one, String other) {
    return MessageDigest.isEqual(
        one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
  }
}
