package dev.gramme.storage.rocksdb;

import dev.gramme.storage.tree.Entry;
import dev.gramme.storage.tree.PendingWrites;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/**
 * The transactions that are committed together, and their writes: as bytes for RocksDB, and as a
 * tree for the later transactions of this group and of the next one.
 */
final class Group {
  private final BatchBytes batch = new BatchBytes();
  private final List<KeyRange> clearedRanges = new ArrayList<>();
  private final List<PendingTransaction<?>> members;
  private final RecentReads recentReads;
  private PendingWrites pending = PendingWrites.NONE;
  private long readBytes;

  /**
   * An empty group.
   *
   * @param mostMembers the list of members is allocated for that number, so that adding one cannot
   *     fail for lack of memory
   * @param recentReads shared with the groups before and after it
   */
  Group(int mostMembers, RecentReads recentReads) {
    this.members = new ArrayList<>(mostMembers);
    this.recentReads = recentReads;
  }

  /** The transactions. */
  List<PendingTransaction<?>> members() {
    return members;
  }

  /** A range of keys. */
  @SuppressWarnings("ArrayRecordComponent") // immutable and never compared
  record KeyRange(byte[] from, byte[] to) {}

  /** A state to which the group can be rolled back. */
  record Savepoint(
      long bytes, int count, int clearedRanges, PendingWrites pending, long readBytes) {}

  Savepoint savepoint() {
    return new Savepoint(batch.size(), batch.count(), clearedRanges.size(), pending, readBytes);
  }

  void rollBack(Savepoint savepoint) {
    batch.truncate(savepoint.bytes(), savepoint.count());
    clearedRanges.subList(savepoint.clearedRanges(), clearedRanges.size()).clear();
    pending = savepoint.pending();
    readBytes = savepoint.readBytes();
  }

  PendingWrites pending() {
    return pending;
  }

  /** Small values that transactions of this and earlier groups read. */
  RecentReads recentReads() {
    return recentReads;
  }

  // Batch and tree change together or not at all, even when memory runs out in between. The tree is
  // built first, the batch changes only if it has room, and the assignment cannot fail.

  void put(byte[] key, byte[] value) {
    recentReads.forget(key);
    byte[] entry = Entry.of(key, value);
    PendingWrites next = pending.with(entry);
    batch.put(entry);
    pending = next;
  }

  void delete(byte[] key) {
    recentReads.forget(key);
    byte[] removed = Entry.removed(key);
    PendingWrites next = pending.with(removed);
    batch.delete(removed);
    pending = next;
  }

  void deleteRange(byte[] from, byte[] to) {
    recentReads.forgetAll();
    PendingWrites next = pending.deleteRange(from, to);
    byte[] range = Entry.of(from, to);
    clearedRanges.add(new KeyRange(from.clone(), to.clone()));
    batch.deleteRange(range);
    pending = next;
  }

  boolean isEmpty() {
    return batch.isEmpty();
  }

  /** The size of the batch in bytes. */
  long sizeBytes() {
    return batch.size();
  }

  /** Counts a value that a transaction has read from the database, unless it is rolled back. */
  void countRead(byte[] value) {
    readBytes += value.length;
  }

  /** The size of all values that transactions of this group have read from the database. */
  long readBytes() {
    return readBytes;
  }

  byte[] toBytes() {
    return batch.toBytes();
  }

  /** The writes as a batch of RocksDB, which the caller closes. */
  WriteBatch toWriteBatch(WriteBatches batches) throws RocksDBException {
    return batches.of(batch);
  }

  /** The deleted ranges that left a range tombstone. */
  List<KeyRange> clearedRanges() {
    return List.copyOf(clearedRanges);
  }

  /** Drops the members and the writes after they were written or have failed. */
  void clear() {
    members.clear();
    clearedRanges.clear();
    pending = PendingWrites.NONE;
    readBytes = 0;
    batch.clear();
  }
}
