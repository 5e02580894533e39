package dev.gramme.storage.rocksdb;

import org.rocksdb.CompressionType;

/**
 * How the blocks of sorted files are compressed. A change applies to files written from then on.
 */
public enum Compression {
  /** Not at all. */
  NONE,
  /** Fast, with a moderate ratio. */
  LZ4,
  /** Slower, with a higher ratio. */
  ZSTD;

  /** RocksDB's name; RocksDB's library must be loaded. */
  CompressionType type() {
    return switch (this) {
      case NONE -> CompressionType.NO_COMPRESSION;
      case LZ4 -> CompressionType.LZ4_COMPRESSION;
      case ZSTD -> CompressionType.ZSTD_COMPRESSION;
    };
  }
}
