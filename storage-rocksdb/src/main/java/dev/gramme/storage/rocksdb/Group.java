package dev.gramme.storage.rocksdb;

import java.util.ArrayList;
import java.util.List;

/**
 * The writes of the transactions that are committed together: once as bytes for RocksDB, once as a
 * tree for the transactions that come after them in the group.
 */
final class Group {
  private final BatchBytes batch = new BatchBytes();
  private final List<KeyRange> clearedRanges = new ArrayList<>();
  private final RecentReads recentReads = new RecentReads();
  private PendingWrites pending = PendingWrites.NONE;

  /** A range of keys. */
  @SuppressWarnings("ArrayRecordComponent") // never changed, never compared
  record KeyRange(byte[] from, byte[] to) {}

  /** A state to which the group can go back. */
  record Mark(int bytes, int count, int clearedRanges, PendingWrites pending) {}

  Mark mark() {
    return new Mark(batch.size(), batch.count(), clearedRanges.size(), pending);
  }

  void rollBack(Mark mark) {
    batch.truncate(mark.bytes(), mark.count());
    clearedRanges.subList(mark.clearedRanges(), clearedRanges.size()).clear();
    pending = mark.pending();
  }

  PendingWrites pending() {
    return pending;
  }

  /** What transactions of this and earlier groups read. */
  RecentReads recentReads() {
    return recentReads;
  }

  void put(byte[] key, byte[] value) {
    recentReads.forget(key);
    batch.put(key, value);
    pending = pending.put(key, value);
  }

  void delete(byte[] key) {
    recentReads.forget(key);
    batch.delete(key);
    pending = pending.delete(key);
  }

  void deleteRange(byte[] from, byte[] to) {
    recentReads.forgetAll();
    batch.deleteRange(from, to);
    pending = pending.deleteRange(from, to);
    clearedRanges.add(new KeyRange(from.clone(), to.clone()));
  }

  boolean isEmpty() {
    return batch.isEmpty();
  }

  int sizeBytes() {
    return batch.size();
  }

  byte[] toBytes() {
    return batch.toBytes();
  }

  /** The ranges that left a tombstone. */
  List<KeyRange> clearedRanges() {
    return List.copyOf(clearedRanges);
  }

  void clear(int usualBytes) {
    batch.clear(usualBytes);
    clearedRanges.clear();
    pending = PendingWrites.NONE;
  }
}
