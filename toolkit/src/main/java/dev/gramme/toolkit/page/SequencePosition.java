package dev.gramme.toolkit.page;

import dev.gramme.toolkit.page.CursorRefused.Reason;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The position of a sequence: the leg, the last entry in it, and the last returned items.
 *
 * @param key the key of the last entry, empty at the beginning of the leg
 * @param recent the hashes of the returned identities, oldest first
 */
record SequencePosition(int leg, Map<String, AttributeValue> key, LinkedHashSet<Long> recent) {
  private static final String LEG = "leg";
  private static final String RECENT = "recent";
  private static final String KEY = "key.";

  static SequencePosition of(@Nullable Map<String, AttributeValue> position) {
    LinkedHashSet<Long> recent = new LinkedHashSet<>();
    if (position == null) {
      return new SequencePosition(0, Map.of(), recent);
    }
    AttributeValue leg = position.get(LEG);
    AttributeValue hashes = position.get(RECENT);
    if (leg == null || hashes == null) {
      throw new CursorRefused(Reason.MALFORMED);
    }
    ByteBuffer in = hashes.b().asByteBuffer();
    while (in.hasRemaining()) {
      recent.add(in.getLong());
    }
    Map<String, AttributeValue> key = new HashMap<>();
    position.forEach((name, value) -> {
      if (name.startsWith(KEY)) {
        key.put(name.substring(KEY.length()), value);
      }
    });
    return new SequencePosition(Integer.parseInt(leg.n()), key, recent);
  }

  Map<String, AttributeValue> toMap() {
    ByteBuffer hashes = ByteBuffer.allocate(recent.size() * Long.BYTES);
    recent.forEach(hashes::putLong);
    Map<String, AttributeValue> position = new HashMap<>();
    position.put(LEG, AttributeValue.fromN(Integer.toString(leg)));
    position.put(RECENT, AttributeValue.fromB(SdkBytes.fromByteArray(hashes.array())));
    key.forEach((name, value) -> position.put(KEY + name, value));
    return position;
  }

  @Nullable Map<String, AttributeValue> keyOrNull() {
    return key.isEmpty() ? null : key;
  }

  SequencePosition at(Map<String, AttributeValue> entry) {
    return new SequencePosition(leg, entry, recent);
  }

  SequencePosition nextLeg() {
    return new SequencePosition(leg + 1, Map.of(), recent);
  }

  boolean hasGiven(String identity) {
    return recent.contains(MergePosition.hash(identity));
  }

  SequencePosition giving(String identity) {
    LinkedHashSet<Long> all = new LinkedHashSet<>(recent);
    all.add(MergePosition.hash(identity));
    return new SequencePosition(leg, key, all);
  }

  /** This position with at most this many remembered items. */
  SequencePosition remembering(int items) {
    LinkedHashSet<Long> last = new LinkedHashSet<>(recent);
    Iterator<Long> oldest = last.iterator();
    while (last.size() > items) {
      oldest.next();
      oldest.remove();
    }
    return new SequencePosition(leg, key, last);
  }
}
