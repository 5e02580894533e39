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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.BooleanSupplier;

/**
 * The client request tokens of transactions of the last ten minutes. A token is written by its
 * transaction, so that both are durable or neither is. Each such transaction also removes a few
 * expired tokens, so that no other cleanup is needed. On a shared store that would cost every
 * transaction several round trips; there a background job removes them.
 *
 * <p>The expiry index is divided into shards by token; otherwise all transactions would conflict at
 * its end.
 */
final class RequestTokens {
  /** How long a token is kept. */
  static final Duration LIFETIME = Duration.ofMinutes(10);

  /**
   * The maximum number of expired tokens that one transaction removes: more than the one it adds.
   */
  private static final int CLEARED_AT_ONCE = 4;

  /** The maximum number of expired tokens that one background transaction removes. */
  private static final int SWEPT_AT_ONCE = 100;

  /** Numbered from 1: earlier versions had no shards, and their rows start with a zero byte. */
  private static final int SHARDS = 255;

  /** Where the expiry begins in the key of an entry of the expiry index, and where it ends. */
  private static final int EXPIRY_AT = expiryKey(1, 0, new byte[0]).length - Long.BYTES;

  private static final int EXPIRY_END = EXPIRY_AT + Long.BYTES;

  /** The prefix of the tokens of all scopes but the first: no UTF-8 text starts with this byte. */
  private static final int NO_UTF8 = 0xFF;

  /**
   * For each shard of the expiry index, the time in milliseconds before which it has no entries. A
   * range that begins there does not walk over the tombstones of removed entries again and again.
   * An entry that a failed commit leaves before that time stays until the next start; it has no
   * effect, because its token has expired.
   */
  private final AtomicLongArray begins = new AtomicLongArray(SHARDS + 1);

  /**
   * Whether the token belongs to a transaction that has already committed.
   *
   * @throws ApiError if that transaction had other parameters
   */
  boolean isRepeated(Transaction tx, ClientToken token, Instant now) {
    byte[] stored = tx.get(key(token));
    if (stored == null) {
      return false;
    }
    var in = new ByteReader(stored);
    if (in.readLong() <= now.toEpochMilli()) {
      return false;
    }
    if (!Binary.copyOf(in.readSized()).equals(token.parameters())) {
      // The exact text of the service is not known (November 2026).
      throw ApiError.of(
          ErrorType.IDEMPOTENT_PARAMETER_MISMATCH,
          "The provided client token was already used with different parameters");
    }
    return true;
  }

  /**
   * Writes the token of the current transaction.
   *
   * @param clears whether to remove some expired tokens, too
   */
  void add(Transaction tx, ClientToken token, Instant now, boolean clears) {
    if (clears) {
      int _ = clearExpired(tx, shard(name(token)), now, CLEARED_AT_ONCE);
    }
    long expiry = now.plus(LIFETIME).toEpochMilli();
    begins.accumulateAndGet(shard(name(token)), expiry, Math::min); // the clock may go back
    tx.put(
        key(token),
        new ByteWriter(64)
            .writeLong(expiry)
            .writeSized(token.parameters().toByteArray())
            .toByteArray());
    tx.put(expiryKey(shard(name(token)), expiry, name(token)), new byte[0]);
  }

  /** Removes all expired tokens. */
  void sweep(Store store, Instant now, BooleanSupplier mayContinue) {
    for (int shard = 1; shard <= SHARDS; shard++) {
      int number = shard;
      while (hasExpired(store, shard, now)) {
        if (!mayContinue.getAsBoolean()) {
          return;
        }
        int _ =
            BlockingTransactions.transact(
                store, tx -> clearExpired(tx, number, now, SWEPT_AT_ONCE));
      }
    }
  }

  private boolean hasExpired(Reader reader, int shard, Instant now) {
    try (var expired = expired(reader, shard, now)) {
      return next(expired, shard, now);
    }
  }

  /** Moves to the first expired entry, and records that there is none before it. */
  private boolean next(Cursor expired, int shard, Instant now) {
    boolean found = expired.next();
    long begin =
        found
            ? new ByteReader(expired.key(), EXPIRY_AT, EXPIRY_END).readLong()
            : now.toEpochMilli();
    begins.accumulateAndGet(shard, begin, Math::max);
    return found;
  }

  private Cursor expired(Reader reader, int shard, Instant now) {
    return reader.range(
        expiryKey(shard, begins.get(shard), new byte[0]),
        expiryKey(shard, now.toEpochMilli() + 1, new byte[0]),
        Direction.ASCENDING);
  }

  /** Removes expired tokens of a shard, which it reads together; returns how many. */
  private int clearExpired(Transaction tx, int shard, Instant now, int most) {
    var rows = new ArrayList<byte[]>();
    try (var expired = expired(tx, shard, now)) {
      for (boolean found = next(expired, shard, now);
          found && rows.size() < most;
          found = expired.next()) {
        byte[] entry = expired.key();
        tx.delete(entry);
        byte[] token =
            new ByteReader(entry, EXPIRY_END, entry.length).read(entry.length - EXPIRY_END);
        rows.add(SystemKeys.named(SystemKeys.TOKENS, token));
      }
    }
    var stored = tx.getAll(rows).iterator();
    for (byte[] row : rows) {
      byte[] value = stored.next();
      // A token that was used again after its expiry has a later expiry.
      if (value != null && new ByteReader(value).readLong() <= now.toEpochMilli()) {
        tx.delete(row);
      }
    }
    return rows.size();
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
