package dev.gramme.engine.write;

import dev.gramme.engine.catalog.BlockingTransactions;
import dev.gramme.engine.key.SystemKeys;
import dev.gramme.model.ApiError;
import dev.gramme.model.Binary;
import dev.gramme.model.ByteReader;
import dev.gramme.model.ByteWriter;
import dev.gramme.model.ErrorType;
import dev.gramme.model.Utf8;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Reader;
import dev.gramme.storage.Store;
import dev.gramme.storage.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.function.BooleanSupplier;

/**
 * The client request tokens of transactions that were done within the last ten minutes. A token is
 * entered by the transaction that it names, so that both are durable or neither is; each entry also
 * clears away a few that have expired, so that nothing else needs to. On a store that servers share
 * that would cost every transaction several rounds, so there it is done in the background.
 *
 * <p>The expiries are in shards, by the token: else all transactions would meet where the latest
 * are.
 */
final class RequestTokens {
  /** How long a token is kept. */
  static final Duration LIFETIME = Duration.ofMinutes(10);

  /** Expired tokens that one transaction removes at most: more than the one that it adds. */
  private static final int CLEARED_AT_ONCE = 4;

  /** Expired tokens that one transaction in the background removes at most. */
  private static final int SWEPT_AT_ONCE = 100;

  /** Numbered from 1: what stood there without a shard began with a zero. */
  private static final int SHARDS = 255;

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

  /**
   * Enters the token of a transaction that is being done.
   *
   * @param clears whether expired ones are cleared away
   */
  static void enter(Transaction tx, ClientToken token, Instant now, boolean clears) {
    if (clears) {
      int _ = clearExpired(tx, shard(name(token)), now, CLEARED_AT_ONCE);
    }
    long expiry = now.plus(LIFETIME).toEpochMilli();
    tx.put(
        key(token),
        new ByteWriter(64)
            .writeLong(expiry)
            .writeSized(token.parameters().toByteArray())
            .toByteArray());
    tx.put(expiryKey(shard(name(token)), expiry, name(token)), new byte[0]);
  }

  /** Clears away all that have expired. */
  static void sweep(Store store, Instant now, BooleanSupplier goesOn) {
    for (int shard = 1; shard <= SHARDS; shard++) {
      int number = shard;
      while (hasExpired(store, shard, now)) {
        if (!goesOn.getAsBoolean()) {
          return;
        }
        int _ =
            BlockingTransactions.transact(
                store, tx -> clearExpired(tx, number, now, SWEPT_AT_ONCE));
      }
    }
  }

  private static boolean hasExpired(Reader reader, int shard, Instant now) {
    try (var expired = expired(reader, shard, now)) {
      return expired.next();
    }
  }

  private static Cursor expired(Reader reader, int shard, Instant now) {
    return reader.range(
        expiryKey(shard, 0, new byte[0]),
        expiryKey(shard, now.toEpochMilli() + 1, new byte[0]),
        Direction.ASCENDING);
  }

  /** How many were removed. */
  private static int clearExpired(Transaction tx, int shard, Instant now, int most) {
    int prefix = expiryKey(shard, 0, new byte[0]).length;
    int cleared = 0;
    try (var expired = expired(tx, shard, now)) {
      for (; cleared < most && expired.next(); cleared++) {
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
    return cleared;
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

  private static int shard(byte[] name) {
    return 1 + Math.floorMod(Arrays.hashCode(name), SHARDS);
  }

  private static byte[] expiryKey(int shard, long expiryMillis, byte[] name) {
    return SystemKeys.start(SystemKeys.TOKEN_EXPIRIES)
        .writeByte(shard)
        .writeLong(expiryMillis)
        .write(name)
        .toByteArray();
  }
}
