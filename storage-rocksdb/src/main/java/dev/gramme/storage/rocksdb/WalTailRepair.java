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
 * Repairs a torn write at the end of the newest write-ahead log when RocksDB reports the log as
 * damaged.
 *
 * <p>A group is written to the log only after the group before it was flushed to the medium. So a
 * power loss can damage only the last write of the log, which was never acknowledged. It leaves one
 * of two kinds of damage:
 *
 * <ul>
 *   <li>The file ends within the last record. RocksDB detects and drops such a record itself.
 *   <li>The file has its full length, but some pages of the last record were not written. RocksDB
 *       then reports the log as damaged, as it would if an acknowledged record had changed.
 * </ul>
 *
 * <p>This class distinguishes the second kind from damage to acknowledged records by what follows:
 * no record follows the last one. If no complete record begins at any position between the damage
 * and the end of the file, the damaged end is cut off. Otherwise acknowledged writes may be
 * affected, so the log is left unchanged and the database stays closed.
 *
 * <p>The log consists of blocks of 32 KiB with records {@code masked CRC-32C (4 bytes), length (2),
 * type (1), payload}, which do not cross block boundaries. A longer write is split into a first,
 * middle and last record.
 */
final class WalTailRepair {
  private static final Logger LOG = LoggerFactory.getLogger(WalTailRepair.class);
  private static final int BLOCK = 32 << 10;
  private static final int HEADER = 7;
  private static final int TYPE_AT = 6;
  private static final int LENGTH_AT = 4;
  private static final int FULL = 1;
  private static final int FIRST = 2;
  private static final int LAST_TYPE = 4;
  private static final int CRC_MASK = 0xa282ead8;

  private final List<Path> logs;

  private WalTailRepair(List<Path> logs) {
    this.logs = logs;
  }

  static WalTailRepair of(Path database) throws IOException {
    try (Stream<Path> files = Files.list(database)) {
      return new WalTailRepair(
          files
              .filter(file -> String.valueOf(file.getFileName()).matches("\\d+\\.log"))
              .sorted(Comparator.comparingLong(WalTailRepair::number))
              .toList());
    }
  }

  private static long number(Path log) {
    return Long.parseLong(String.valueOf(log.getFileName()).replace(".log", ""));
  }

  private static ByteBuffer content(Path log) throws IOException {
    return ByteBuffer.wrap(Files.readAllBytes(log)).order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * The first damaged log and the position of the damage, without a full stop; empty if no log is
   * damaged.
   */
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

  /**
   * Cuts off an incomplete last write. Returns false if there is none or if more data follows it.
   */
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
        "The log {} ends with an incomplete write that was never acknowledged; {} bytes from position {} are cut off.",
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

  /**
   * Whether a record with a valid checksum and a type between {@code FULL} and the given one starts
   * here.
   */
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
