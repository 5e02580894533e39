package dev.gramme.server.backup;

/**
 * A position in the log of an archive.
 *
 * @param generation a sequence of segments without a gap; its name has the time at which it began
 * @param segment the number of a segment
 */
record LogPosition(String generation, long segment) {
  LogPosition next() {
    return new LogPosition(generation, segment + 1);
  }
}
