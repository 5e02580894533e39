package dev.gramme.server.backup;

import dev.gramme.storage.rocksdb.ArchivedMark;
import dev.gramme.storage.rocksdb.LogGapException;
import dev.gramme.storage.rocksdb.RocksStore;
import dev.gramme.storage.rocksdb.WriteLog;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Sends the logs of databases to an archive in segments. A generation of segments has no gap; a
 * restore needs a backup that was begun after the generation. A process continues the generation of
 * the one before it, if its databases know how far the archive has their logs ({@link
 * ArchivedMark}) and still have what follows. Only one thread ships.
 */
final class LogShipper {
  /** When nothing is written, a segment without groups is sent after this time. */
  private static final Duration MARK = Duration.ofMinutes(1);

  private final LogObjects archive;
  private final AdvancingClock clock;
  private final SortedMap<String, WriteLog> logs = new TreeMap<>();

  /** A segment that is not in the archive yet. It is repeated until it is there. */
  private @Nullable Pending pending;

  /**
   * The moment up to which the archive has all groups of this generation. A segment that does not
   * complete a shipment has this time: if the rest cannot be sent, it follows in segments of a
   * later time, and a restore must read them, too.
   */
  private Instant complete = Instant.EPOCH;

  /** Whether the newest shipment had groups. */
  private boolean hadGroups;

  /** The moment of the newest shipment that was sent, or the begin of the generation. */
  private Instant sentUntil = Instant.EPOCH;

  /** Whether the clock follows the times that earlier processes wrote to the archive. */
  private boolean isFollowing;

  private volatile @Nullable LogPosition next;
  private final LongAdder sentBytes = new LongAdder();

  LogShipper(LogObjects archive, AdvancingClock clock) {
    this.archive = archive;
    this.clock = clock;
  }

  @SuppressWarnings("ArrayRecordComponent") // never modified or compared
  private record Pending(Instant time, byte[] content) {}

  /** The position of the next segment; null before the first call of {@link #ship}. */
  @Nullable LogPosition next() {
    return next;
  }

  long sentBytes() {
    return sentBytes.sum();
  }

  /**
   * Sends the groups that were committed before this call. Without groups, a segment that has none
   * is sent after the last one with groups, and then once a minute. It shows that nothing was
   * written until its time, so that a restore to a moment before that time misses nothing.
   *
   * @param stores by their folders. If they are others than before, a new generation begins.
   * @param isLast whether the server stops; a segment is then sent in any case
   */
  void ship(SortedMap<String, RocksStore> stores, boolean isLast) throws BackupException {
    boolean hasSent = send();
    if (!logs.keySet().equals(stores.keySet()) && !resume(stores)) {
      begin(stores);
    }
    var moment = clock.instant();
    try {
      read(moment, isLast);
    } catch (LogGapException e) {
      LoggerFactory.getLogger(LogShipper.class)
          .warn("The archive needs a complete backup, because {}", e.getMessage());
      begin(stores);
    } catch (RuntimeException e) {
      logs.clear(); // groups that were read are lost, so the next call begins a generation
      throw e;
    }
    hasSent |= send();
    if (hasSent) {
      mark(stores);
    }
  }

  /**
   * Continues the newest generation of the archive, if this is the first shipment of the process
   * and the process before has sent the newest segment, which all databases know.
   */
  private boolean resume(SortedMap<String, RocksStore> stores) throws BackupException {
    if (isFollowing || stores.isEmpty()) {
      return false;
    }
    Optional<LogObjects.Stored> newest = archive.newest();
    followArchive();
    for (Map.Entry<String, RocksStore> store : stores.entrySet()) {
      Optional<ArchivedMark> mark = store.getValue().archivedMark();
      Optional<LogPosition.Note> note = mark.flatMap(it -> LogPosition.Note.parse(it.note()));
      boolean isNewest =
          note.isPresent()
              && newest.isPresent()
              && newest.get().position().equals(note.get().segment())
              && newest.get().time().equals(note.get().time())
              && stores.size() == note.get().databases();
      if (!isNewest) {
        logs.clear();
        return false;
      }
      logs.put(store.getKey(), store.getValue().log(mark.orElseThrow().sequence()));
    }
    complete = newest.orElseThrow().time();
    sentUntil = complete;
    hadGroups = true; // so that a segment shows soon that the server runs
    next = newest.orElseThrow().position().next();
    return true;
  }

  /** Notes in the databases how far the archive has their logs. */
  private void mark(SortedMap<String, RocksStore> stores) {
    LogPosition position = next;
    if (position == null || position.segment() == 0) {
      return; // nothing of this generation was sent
    }
    var note = new LogPosition.Note(position.previous(), complete, stores.size());
    for (Map.Entry<String, WriteLog> log : logs.entrySet()) {
      RocksStore store = stores.get(log.getKey());
      if (store != null) {
        store.mark(new ArchivedMark(log.getValue().position(), note.text()));
      }
    }
  }

  private void begin(SortedMap<String, RocksStore> stores) throws BackupException {
    pending = null;
    logs.clear();
    followArchive();
    complete = clock.wholeMillis();
    sentUntil = complete;
    hadGroups = false;
    String name = Repository.TIME.format(complete);
    stores.forEach((folder, store) -> logs.put(folder, store.log()));
    next = new LogPosition(name, 0);
  }

  private void followArchive() throws BackupException {
    if (!isFollowing) {
      archive.newestTime().ifPresent(this::follow);
      isFollowing = true;
    }
  }

  private void follow(Instant newest) {
    clock.follow(newest);
    if (clock.computerTime().isBefore(newest)) {
      LoggerFactory.getLogger(LogShipper.class)
          .warn(
              "The newest time in the archive, {}, is ahead of the computer's clock. Until the clock"
                  + " has reached it, all new times in the archive are just after it.",
              newest);
    }
  }

  /** Sends full segments; the last one, which may be small, is pending afterwards. */
  private void read(Instant moment, boolean isLast) throws LogGapException, BackupException {
    var segment = new LogSegment();
    boolean hasGroups = false;
    for (Map.Entry<String, WriteLog> entry : logs.entrySet()) {
      WriteLog log = entry.getValue();
      long until = log.newest();
      while (!log.hasRead(until)) {
        LogSegment growing = segment;
        log.read(until, group -> growing.add(entry.getKey(), group));
        if (segment.isFull()) {
          hasGroups = true;
          hadGroups = true; // if this segment cannot be sent, the next shipment completes this one
          pending = new Pending(complete, segment.content());
          send();
          segment = new LogSegment();
        }
      }
    }
    hasGroups |= !segment.isEmpty();
    boolean isMarkDue = hadGroups || !sentUntil.plus(MARK).isAfter(moment);
    if (hasGroups || isMarkDue || isLast) {
      pending = new Pending(moment, segment.content());
      sentUntil = moment;
    }
    hadGroups = hasGroups;
    complete = moment;
  }

  /** Sends the pending segment. Returns whether there was one. */
  private boolean send() throws BackupException {
    Pending segment = pending;
    LogPosition position = next;
    if (segment != null && position != null) {
      archive.send(position, segment.time(), segment.content());
      sentBytes.add(segment.content().length);
      next = position.next();
      pending = null;
      return true;
    }
    return false;
  }
}
