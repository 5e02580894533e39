package dev.gramme.engine.throttle;

import dev.gramme.model.ByteReader;
import dev.gramme.model.ByteWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * The row that a server publishes for the other servers on its store.
 *
 * @param beat changes with each exchange, so that the others see that the server is alive
 * @param uses of the tables, indexes and partitions for which it had requests
 * @param splits the partitions that it has split because of their traffic, in the last exchanges
 */
record ServerRow(long beat, List<PublishedUse> uses, List<Split> splits) {
  /** The maximum size of the uses. */
  static final int MOST_USE_BYTES = 64 << 10;

  /** The maximum number of splits. */
  static final int MOST_SPLITS = 16;

  private static final int VERSION = 1;

  ServerRow {
    uses = List.copyOf(uses);
    splits = List.copyOf(splits);
  }

  /**
   * A partition that was split.
   *
   * @param number the number of the table or index
   * @param position where the second half begins
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared, and never leaves this package
  record Split(int number, byte[] position) {}

  byte[] encode() {
    var out = new ByteWriter(256).writeByte(VERSION).writeLong(beat).writeVarint(uses.size());
    uses.forEach(use -> use.write(out));
    out.writeVarint(splits.size());
    splits.forEach(split -> out.writeInt(split.number).writeSized(split.position));
    return out.toByteArray();
  }

  /** Decodes a row. The row of a later version only says that its server is alive. */
  static ServerRow decode(byte[] row) {
    var in = new ByteReader(row);
    int version = in.readByte();
    long beat = in.readLong();
    if (version != VERSION) {
      return new ServerRow(beat, List.of(), List.of());
    }
    int useCount = in.readCount(PublishedUse.LEAST_BYTES);
    var uses = new ArrayList<PublishedUse>(useCount);
    for (int i = 0; i < useCount; i++) {
      uses.add(PublishedUse.read(in));
    }
    int splitCount = in.readCount(Integer.BYTES + 1);
    var splits = new ArrayList<Split>(splitCount);
    for (int i = 0; i < splitCount; i++) {
      splits.add(new Split(in.readInt(), in.readSized()));
    }
    return new ServerRow(beat, uses, splits);
  }
}
