package dev.gramme.engine.write;

import dev.gramme.engine.key.SystemKeys;
import dev.gramme.model.ApiError;
import dev.gramme.model.Binary;
import dev.gramme.model.ByteReader;
import dev.gramme.model.ByteWriter;
import dev.gramme.model.ErrorType;
import dev.gramme.model.Utf8;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Transaction;
import java.time.Duration;
import java.time.Instant;

/**
 * The client request tokens of transactions that were done within the last ten minutes. A token is
 * entered by the transaction that it names, so that both are durable or neither is; each entry also
 * clears away a few that have expired, so that nothing else needs to.
 */
final class RequestTokens {
  /** How long a token is kept. */
  static final Duration LIFETIME = Duration.ofMinutes(10);

  /** Expired tokens that one transaction removes at most: more than the one that it adds. */
  private static final int CLEARED_AT_ONCE = 4;

  /** Stands before the tokens of all scopes but the first: no text begins with it. */
  private static final int NO_UTF8 = 0xFF;

  private RequestTokens() {}

  /**
   * Whether the token names a transaction that was done before.
   *
   * @throws ApiError when that one had other parameters
   */
  static boolean isRepeated(Transaction tx, ClientToken token, Instant now) {
    byte[] stored = tx.get(key(token));
    if (stored == null) {
      return false;
    }
    var in = new ByteReader(stored);
    if (in.readLong() <= now.toEpochMilli()) {
      return false;
    }
    if (!Binary.copyOf(in.readSized()).equals(token.parameters())) {
      // The service's exact text is not known (November 2026).
      throw ApiError.of(
          ErrorType.IDEMPOTENT_PARAMETER_MISMATCH,
          "The provided client token was already used with different parameters");
    }
    return true;
  }

  /** Enters the token of a transaction that is being done. */
  static void enter(Transaction tx, ClientToken token, Instant now) {
    clearExpired(tx, now);
    long expiry = now.plus(LIFETIME).toEpochMilli();
    tx.put(
        key(token),
        new ByteWriter(64)
            .writeLong(expiry)
            .writeSized(token.parameters().toByteArray())
            .toByteArray());
    tx.put(expiryKey(expiry, name(token)), new byte[0]);
  }

  private static void clearExpired(Transaction tx, Instant now) {
    byte[] from = SystemKeys.spaceStart(SystemKeys.TOKEN_EXPIRIES);
    byte[] to = expiryKey(now.toEpochMilli() + 1, new byte[0]);
    int prefix = from.length + Long.BYTES;
    try (var expired = tx.range(from, to, Direction.ASCENDING)) {
      for (int i = 0; i < CLEARED_AT_ONCE && expired.next(); i++) {
        byte[] entry = expired.key();
        tx.delete(entry);
        byte[] token = new ByteReader(entry, prefix, entry.length).read(entry.length - prefix);
        byte[] row = SystemKeys.named(SystemKeys.TOKENS, token);
        byte[] stored = tx.get(row);
        // A token that was used again after it expired has a later expiry of its own.
        if (stored != null && new ByteReader(stored).readLong() <= now.toEpochMilli()) {
          tx.delete(row);
        }
      }
    }
  }

  private static byte[] key(ClientToken token) {
    return SystemKeys.named(SystemKeys.TOKENS, name(token));
  }

  private static byte[] name(ClientToken token) {
    byte[] text = Utf8.bytes(token.token());
    return switch (token.scope()) {
      case TRANSACT_WRITE_ITEMS -> text;
      case EXECUTE_TRANSACTION ->
          new ByteWriter(text.length + 1).writeByte(NO_UTF8).write(text).toByteArray();
    };
  }

  private static byte[] expiryKey(long expiryMillis, byte[] token) {
    return SystemKeys.named(
        SystemKeys.TOKEN_EXPIRIES,
        new ByteWriter(48).writeLong(expiryMillis).write(token).toByteArray());
  }
}
