package dev.gramme.functions;

import dev.gramme.model.ByteReader;
import dev.gramme.model.ByteWriter;
import dev.gramme.model.Utf8;
import java.nio.charset.StandardCharsets;

/**
 * The position of a function in a lane of a shard, and the state that it keeps between calls.
 *
 * @param from the sequence number of the next change to hand over
 * @param ended whether the shard was read to its end
 * @param window the start of the current tumbling window in epoch seconds; {@link #NO_WINDOW} if
 *     there is none
 * @param state the window's state, a JSON object
 */
record LanePosition(long from, boolean ended, long window, String state) {
  static final long NO_WINDOW = -1;
  private static final String NO_STATE = "{}";

  /** A position without a window. */
  static LanePosition at(long from) {
    return new LanePosition(from, false, NO_WINDOW, NO_STATE);
  }

  LanePosition movedTo(long sequence) {
    return new LanePosition(sequence, ended, window, state);
  }

  LanePosition atEnd() {
    return new LanePosition(from, true, window, state);
  }

  LanePosition inWindow(long start, String kept) {
    return new LanePosition(from, ended, start, kept);
  }

  LanePosition withoutWindow() {
    return new LanePosition(from, ended, NO_WINDOW, NO_STATE);
  }

  byte[] encode() {
    byte[] kept = Utf8.bytes(state);
    return new ByteWriter(32 + kept.length)
        .writeLong(from)
        .writeByte(ended ? 1 : 0)
        .writeLong(window)
        .writeSized(kept)
        .toByteArray();
  }

  static LanePosition decode(byte[] value) {
    var in = new ByteReader(value);
    return new LanePosition(
        in.readLong(),
        in.readByte() == 1,
        in.readLong(),
        new String(in.readSized(), StandardCharsets.UTF_8));
  }
}
