package dev.gramme.storage.rocksdb;

import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Describes RocksDB's errors about a write-ahead log that does not match the manifest, for the
 * operator. RocksDB records the size of each log when its successor is flushed for the first time,
 * so this concerns every log but the last.
 */
final class LostLog {
  private static final Pattern MISSING = Pattern.compile("Missing WAL with log number: (\\d+)");
  private static final Pattern CUT =
      Pattern.compile(
          "WAL \\(log number: (\\d+)\\) in MANIFEST is (\\d+) bytes.* actually is (\\d+) bytes");

  private LostLog() {}

  /** A description without a full stop; empty if the message is about something else. */
  static Optional<String> inWords(Path database, String message) {
    Matcher missing = MISSING.matcher(message);
    if (missing.find()) {
      return Optional.of(
          "its write-ahead log %s is missing, and with it writes that were acknowledged"
              .formatted(file(database, missing)));
    }
    Matcher cut = CUT.matcher(message);
    if (cut.find()) {
      return Optional.of(
          "its write-ahead log %s has %s of %s bytes, so writes that were acknowledged are missing"
              .formatted(file(database, cut), cut.group(3), cut.group(2)));
    }
    return Optional.empty();
  }

  private static Path file(Path database, Matcher found) {
    return database.resolve("%06d.log".formatted(Long.parseLong(found.group(1))));
  }
}
