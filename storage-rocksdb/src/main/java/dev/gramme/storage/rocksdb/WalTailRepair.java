package dev.gramme.storage.rocksdb;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of the newest write-ahead log, for the case that RocksDB calls it damaged.
 *
 * <p>A group is written to the log only after the one before it was flushed to the medium. So a
 * loss of power can damage the last write of the log, which nobody was told of, and no other. Where
 * the file merely ends too early, RocksDB sees that by itself; but a file system may also have
 * extended the file and not written all of its pages, and that RocksDB cannot tell from damage to
 * what had been acknowledged. The difference is what follows: nothing, after the last write. So the
 * damage is cut off if, from there to the end of the file, no whole record begins at any position;
 * else the log is left as it is and the database stays closed, rather than forgetting something.
 *
 * <p>The log consists of blocks of 32 KiB with records {@code masked CRC-32C (4 bytes), length (2),
 * type (1), payload}, which do not cross blocks; a longer write is split into first, middle and
 * last record.
 */
final class LogTail {
  private static final Logger LOG = LoggerFactory.getLogger(LogTail.class);
  private static final int BLOCK = 32 << 10;
  private static final int HEADER = 7;
  private static final int TYPE_AT = 6;
  private static final int LENGTH_AT = 4;
  private static final int FULL = 1;
  private static final int FIRST = 2;
  private static final int LAST_TYPE = 4;
  private static final int CRC_MASK = 0xa282ead8;

  private final List<Path> logs;

  private LogTail(List<Path> logs) {
    this.logs = logs;
  }

  static LogTail of(Path database) throws IOException {
    try (Stream<Path> files = Files.list(database)) {
      return new LogTail(
          files
              .filter(file -> String.valueOf(file.getFileName()).matches("\\d+\\.log"))
              .sorted(Comparator.comparingLong(LogTail::number))
              .toList());
    }
  }

  private static long number(Path log) {
    return Long.parseLong(String.valueOf(log.getFileName()).replace(".log", ""));
  }

  private static ByteBuffer content(Path log) throws IOException {
    return ByteBuffer.wrap(Files.readAllBytes(log)).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** The first log that is damaged, and where, without a full stop; nothing if all are whole. */
  Optional<String> damageInWords() throws IOException {
    for (Path log : logs) {
      ByteBuffer content = content(log);
      int damage = firstDamage(content);
      if (damage < content.limit()) {
        return Optional.of("its write-ahead log %s is damaged at byte %d".formatted(log, damage));
      }
    }
    return Optional.empty();
  }

  /** Cuts off a last write that is not whole; false if there is none or if more follows it. */
  boolean trimIfTorn() throws IOException {
    if (logs.isEmpty()) {
      return false;
    }
    Path path = logs.getLast();
    ByteBuffer content = content(path);
    int damage = firstDamage(content);
    if (damage == content.limit() || aWriteBeginsAfter(content, damage)) {
      return false;
    }
    LOG.warn(
        "The log {} ends with a write that was never acknowledged and is not whole; its {} bytes from"
            + " {} on are cut off.",
        path,
        content.limit() - damage,
        damage);
    try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
      file.truncate(damage);
      file.force(true);
    }
    return true;
  }

  private static int firstDamage(ByteBuffer log) {
    int at = 0;
    while (at < log.limit()) {
      int restOfBlock = BLOCK - at % BLOCK;
      if (restOfBlock < HEADER) {
        at += restOfBlock; // too short for a record: filled with zeros
      } else if (isRecord(log, at, LAST_TYPE)) {
        at += HEADER + length(log, at);
      } else {
        return at;
      }
    }
    return Math.min(at, log.limit());
  }

  private static boolean aWriteBeginsAfter(ByteBuffer log, int damage) {
    for (int at = damage + 1; at + HEADER <= log.limit(); at++) {
      if (isRecord(log, at, FIRST)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a record with a right checksum is here, of a type from {@code FULL} to another. */
  private static boolean isRecord(ByteBuffer log, int at, int highestType) {
    int restOfBlock = Math.min(BLOCK - at % BLOCK, log.limit() - at);
    if (restOfBlock < HEADER) {
      return false;
    }
    int type = log.get(at + TYPE_AT);
    int length = length(log, at);
    if (type < FULL || type > highestType || HEADER + length > restOfBlock) {
      return false;
    }
    CRC32C crc = new CRC32C();
    crc.update(log.slice(at + TYPE_AT, 1 + length));
    int value = (int) crc.getValue();
    return Integer.rotateRight(value, 15) + CRC_MASK == log.getInt(at);
  }

  private static int length(ByteBuffer log, int at) {
    return Short.toUnsignedInt(log.getShort(at + LENGTH_AT));
  }
}
