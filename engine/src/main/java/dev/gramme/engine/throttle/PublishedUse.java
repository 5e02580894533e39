package dev.gramme.engine.throttle;

import dev.gramme.model.ByteReader;
import dev.gramme.model.ByteWriter;

/**
 * The use that one server makes of a table, an index or one of its partitions.
 *
 * @param number the number of the table or index
 * @param from the first row of the partition; empty for the whole table or index
 * @param to the row after the last one of the partition; empty for the whole table or index
 */
@SuppressWarnings("ArrayRecordComponent") // arrays are never compared and never leave this package
record PublishedUse(int number, byte[] from, byte[] to, Side reads, Side writes) {
  /**
   * The use for reads or for writes.
   *
   * @param demand the requested units per second
   * @param claim the share of the budget that the server uses; 0 without a demand
   */
  record Side(double demand, double claim) {
    static final Side NONE = new Side(0, 0);

    private void write(ByteWriter out) {
      out.writeLong(Double.doubleToLongBits(demand)).writeLong(Double.doubleToLongBits(claim));
    }

    private static Side read(ByteReader in) {
      return new Side(
          Double.longBitsToDouble(in.readLong()), Double.longBitsToDouble(in.readLong()));
    }
  }

  /** The fewest bytes of an encoded use. */
  static final int LEAST_BYTES = Integer.BYTES + 2 + 4 * Double.BYTES;

  boolean isWhole() {
    return to.length == 0;
  }

  boolean isNone() {
    return reads.demand == 0 && writes.demand == 0;
  }

  Side side(UnitKind kind) {
    return kind == UnitKind.READ ? reads : writes;
  }

  /** An upper limit of the encoded size. */
  int bytes() {
    return LEAST_BYTES + from.length + to.length + 8;
  }

  void write(ByteWriter out) {
    out.writeInt(number).writeSized(from).writeSized(to);
    reads.write(out);
    writes.write(out);
  }

  static PublishedUse read(ByteReader in) {
    return new PublishedUse(
        in.readInt(), in.readSized(), in.readSized(), Side.read(in), Side.read(in));
  }
}
