package dev.gramme.storage.rocksdb;

import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What RocksDB finds when a write-ahead log does not have what its manifest says that it has, in
 * words for an operator. RocksDB notes the size of each log when its successor is flushed for the
 * first time, so this is about every log but the last.
 */
final class LostLog {
  private static final Pattern MISSING = Pattern.compile("Missing WAL with log number: (\\d+)");
  private static final Pattern CUT =
      Pattern.compile(
          "WAL \\(log number: (\\d+)\\) in MANIFEST is (\\d+) bytes.* actually is (\\d+) bytes");

  private LostLog() {}

  /** The finding without a full stop; nothing if the message is about something else. */
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
