package dev.gramme.move.files.parquet;

import dev.gramme.model.ByteWriter;

/**
 * The levels of a column in a row group, as runs of equal levels. Most columns have long runs, so
 * the other half of Parquet's hybrid encoding, packed bits, is not used.
 */
final class Levels {
  private ByteWriter runs = new ByteWriter(16);
  private int level;
  private int count;

  void add(int next) {
    if (next != level) {
      end();
      level = next;
    }
    count++;
  }

  private void end() {
    if (count > 0) {
      runs.writeVarint(count << 1).writeByte(level);
      count = 0;
    }
  }

  int bytes() {
    return runs.length();
  }

  /** Appends the levels behind their length, and begins again. */
  void moveTo(ByteWriter page) {
    end();
    page.writeInt(Integer.reverseBytes(runs.length())).write(runs.toByteArray());
    runs = new ByteWriter(16);
    level = 0;
  }
}
