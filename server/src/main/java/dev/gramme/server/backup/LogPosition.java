package dev.gramme.server.backup;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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

  LogPosition previous() {
    return new LogPosition(generation, segment - 1);
  }

  /**
   * What a data folder notes of the newest segment in its archive.
   *
   * @param time of the segment
   * @param databases the number of databases that the archive has
   */
  record Note(LogPosition segment, Instant time, int databases) {
    private static final Pattern TEXT = Pattern.compile("(\\S+) ([0-9]{1,18}) (\\S+) ([0-9]{1,9})");

    String text() {
      return "%s %d %s %d"
          .formatted(
              segment.generation(), segment.segment(), Repository.TIME.format(time), databases);
    }

    /** Reads a note; empty if the text is none. */
    static Optional<Note> parse(String text) {
      Matcher parts = TEXT.matcher(text);
      if (!parts.matches()) {
        return Optional.empty();
      }
      try {
        return Optional.of(
            new Note(
                new LogPosition(parts.group(1), Long.parseLong(parts.group(2))),
                Repository.TIME.parse(parts.group(3), Instant::from),
                Integer.parseInt(parts.group(4))));
      } catch (DateTimeException e) {
        return Optional.empty();
      }
    }
  }
}
