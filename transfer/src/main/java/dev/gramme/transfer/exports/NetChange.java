package dev.gramme.transfer.exports;

import dev.gramme.model.ByteReader;
import dev.gramme.model.ByteWriter;
import dev.gramme.model.Item;
import dev.gramme.model.ItemCodec;
import org.jspecify.annotations.Nullable;

/**
 * The combined effect of several changes of one item.
 *
 * @param last the sequence number of the last change
 * @param before the item before the first change, null if it did not exist
 * @param after the item after the last change, null if it does not exist
 */
record NetChange(long last, @Nullable Item before, @Nullable Item after) {
  private static final int HAS_BEFORE = 1;
  private static final int HAS_AFTER = 2;

  /** Combines this change with a later one of the same item. */
  NetChange then(NetChange later) {
    return new NetChange(later.last, before, later.after);
  }

  byte[] encode() {
    var out = new ByteWriter(256).writeLong(last);
    out.writeByte((before == null ? 0 : HAS_BEFORE) | (after == null ? 0 : HAS_AFTER));
    if (before != null) {
      out.writeSized(ItemCodec.encode(before));
    }
    if (after != null) {
      out.writeSized(ItemCodec.encode(after));
    }
    return out.toByteArray();
  }

  static NetChange decode(byte[] value) {
    var in = new ByteReader(value);
    long last = in.readLong();
    int has = in.readByte();
    Item before = (has & HAS_BEFORE) == 0 ? null : ItemCodec.decode(in.readSized());
    Item after = (has & HAS_AFTER) == 0 ? null : ItemCodec.decode(in.readSized());
    return new NetChange(last, before, after);
  }
}
