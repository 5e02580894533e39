package dev.gramme.server.admin;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Checks the proofs of messages. Each proof must be made with the secret, within a minute of this
 * server's clock and not before this server started, and is accepted for one message only. So a
 * recorded message cannot be replayed.
 */
public final class ReplicationProofs {
  /** The largest accepted difference between the clocks of two servers. */
  static final Duration TOLERANCE = Duration.ofMinutes(1);

  private final Supplier<ReplicationSecret> secret;
  private final InstantSource clock;
  private final Instant begun;
  private final Map<String, Instant> seen = new LinkedHashMap<>();

  /** Accepts proofs that are made from now on. */
  public ReplicationProofs(Supplier<ReplicationSecret> secret, InstantSource clock) {
    this.secret = secret;
    this.clock = clock;
    this.begun = clock.instant();
  }

  /** Whether a message has a valid proof that was not used before. */
  boolean accept(String path, byte[] message, @Nullable String proof) {
    if (proof == null) {
      return false;
    }
    Instant made = ReplicationSecret.time(proof);
    Instant now = clock.instant();
    return made != null
        && !made.isBefore(begun)
        && Duration.between(made, now).abs().compareTo(TOLERANCE) <= 0
        && secret.get().isProven(path, message, proof)
        && isFirst(proof, now);
  }

  private synchronized boolean isFirst(String proof, Instant now) {
    var oldest = seen.values().iterator();
    while (oldest.hasNext() && oldest.next().isBefore(now)) {
      oldest.remove();
    }
    // A proof made a minute ahead of this clock stays valid for two minutes.
    return seen.putIfAbsent(proof, now.plus(TOLERANCE.multipliedBy(2))) == null;
  }
}
