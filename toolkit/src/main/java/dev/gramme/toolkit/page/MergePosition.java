package dev.gramme.toolkit.page;

import dev.gramme.toolkit.key.SortKeys;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The position of a merge: the sort key and the identity of the last returned item, and the
 * identities of some items before it.
 *
 * @param sortKey null at the beginning
 * @param recent the last returned items, as the first eight bytes of SHA-256 of their identities,
 *     oldest first
 */
record MergePosition(
    @Nullable AttributeValue sortKey, String identity, LinkedHashSet<Long> recent) {
  private static final String SORT_KEY = "s";
  private static final String IDENTITY = "i";
  private static final String RECENT = "r";

  static MergePosition of(@Nullable Map<String, AttributeValue> position) {
    LinkedHashSet<Long> recent = new LinkedHashSet<>();
    if (position == null) {
      return new MergePosition(null, "", recent);
    }
    AttributeValue sortKey = position.get(SORT_KEY);
    AttributeValue identity = position.get(IDENTITY);
    AttributeValue hashes = position.get(RECENT);
    if (sortKey == null || identity == null || hashes == null) {
      throw new CursorRefused(CursorRefused.Reason.MALFORMED);
    }
    ByteBuffer in = hashes.b().asByteBuffer();
    while (in.hasRemaining()) {
      recent.add(in.getLong());
    }
    return new MergePosition(sortKey, identity.s(), recent);
  }

  Map<String, AttributeValue> toMap() {
    if (sortKey == null) {
      throw new IllegalStateException("a cursor cannot hold the beginning");
    }
    ByteBuffer hashes = ByteBuffer.allocate(recent.size() * Long.BYTES);
    recent.forEach(hashes::putLong);
    return Map.of(
        SORT_KEY,
        sortKey,
        IDENTITY,
        AttributeValue.fromS(identity),
        RECENT,
        AttributeValue.fromB(SdkBytes.fromByteArray(hashes.array())));
  }

  /** The position after an item, with at most this many recent items. */
  MergePosition after(AttributeValue itemSortKey, String itemIdentity, int remembered) {
    LinkedHashSet<Long> all = new LinkedHashSet<>(recent);
    all.add(hash(itemIdentity));
    Iterator<Long> oldest = all.iterator();
    while (all.size() > remembered) {
      oldest.next();
      oldest.remove();
    }
    return new MergePosition(itemSortKey, itemIdentity, all);
  }

  /** Whether an item with this sort key and identity is behind the position. */
  boolean isPast(AttributeValue itemSortKey, String itemIdentity, boolean descending) {
    if (recent.contains(hash(itemIdentity))) {
      return true;
    }
    if (sortKey == null || SortKeys.compare(sortKey, itemSortKey) != 0) {
      return false;
    }
    int order = itemIdentity.compareTo(identity);
    return descending ? order >= 0 : order <= 0;
  }

  static long hash(String identity) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(identity.getBytes(StandardCharsets.UTF_8));
      return ByteBuffer.wrap(digest).getLong();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
