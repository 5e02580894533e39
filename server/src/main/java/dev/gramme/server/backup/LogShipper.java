package dev.gramme.server.backup;

import dev.gramme.storage.StorageException;
import dev.gramme.storage.rocksdb.ArchivedMark;
import dev.gramme.storage.rocksdb.LogGapException;
import dev.gramme.storage.rocksdb.RocksStore;
import dev.gramme.storage.rocksdb.WriteLog;
import java.io.IOException;
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
  private final PlaceClaim claim;
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

  /** The newest segment of this generation in the archive; null if it has none yet. */
  private @Nullable Sent newestSent;

  /** Whether the newest shipment had groups. */
  private boolean hadGroups;

  /** The moment of the newest shipment that was sent, or the begin of the generation. */
  private Instant sentUntil = Instant.EPOCH;

  /** Whether the clock follows the times that earlier processes wrote to the archive. */
  private boolean isFollowing;

  private volatile @Nullable LogPosition next;
  private final LongAdder sentBytes = new LongAdder();

  /**
   * Sends to an archive.
   *
   * @param claim to the archive. Each segment requires it, because the folder of an archive may be
   *     unmounted, and another data folder may take the archive over.
   */
  LogShipper(LogObjects archive, PlaceClaim claim, AdvancingClock clock) {
    this.archive = archive;
    this.claim = claim;
    this.clock = clock;
  }

  @SuppressWarnings("ArrayRecordComponent") // never modified or compared
  private record Pending(Instant time, byte[] content) {}

  /** A segment that is in the archive. */
  private record Sent(LogPosition position, Instant time) {
    /**
     * What a database notes, so that the next process can continue behind the segment.
     *
     * @param databases the number of databases that the archive has
     * @param folder of the database, within the data folder
     */
    String note(int databases, String folder) {
      return "%s %d %s %d %s"
          .formatted(
              position.generation(),
              position.segment(),
              Repository.TIME.format(time),
              databases,
              folder);
    }
  }

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
  void ship(SortedMap<String, RocksStore> stores, boolean isLast)
      throws BackupException, IOException {
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
    } catch (RuntimeException | Error e) {
      logs.clear(); // groups that were read are lost, so the next call begins a generation
      throw e;
    }
    hasSent |= send();
    if (hasSent) {
      mark();
    }
  }

  /**
   * Continues the newest generation of the archive, if this is the first shipment of the process
   * and the process before has sent the newest segment, which all databases have noted.
   */
  private boolean resume(SortedMap<String, RocksStore> stores) throws BackupException {
    if (isFollowing || stores.isEmpty()) {
      return false;
    }
    Optional<LogObjects.Stored> newest = archive.newest();
    followArchive();
    if (newest.isEmpty()) {
      return false;
    }
    var segment = new Sent(newest.get().position(), newest.get().time());
    for (Map.Entry<String, RocksStore> store : stores.entrySet()) {
      Optional<ArchivedMark> mark = store.getValue().archivedMark();
      String expected = segment.note(stores.size(), store.getKey());
      if (mark.isEmpty() || !mark.get().note().equals(expected)) {
        logs.clear();
        return false;
      }
      logs.put(store.getKey(), store.getValue().log(mark.get().sequence()));
    }
    newestSent = segment;
    complete = segment.time();
    sentUntil = complete;
    hadGroups = true; // so that a segment shows soon that the server runs
    next = segment.position().next();
    return true;
  }

  /** Notes in the databases how far the archive has their logs. */
  private void mark() {
    Sent segment = newestSent;
    if (segment == null) {
      return;
    }
    try {
      logs.forEach((folder, log) -> log.mark(segment.note(logs.size(), folder)));
    } catch (StorageException e) {
      LoggerFactory.getLogger(LogShipper.class)
          .warn("After a restart the archive will need a complete backup: {}", e.getMessage());
    }
  }

  private void begin(SortedMap<String, RocksStore> stores) throws BackupException {
    pending = null;
    newestSent = null;
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
  private void read(Instant moment, boolean isLast)
      throws LogGapException, BackupException, IOException {
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
  private boolean send() throws BackupException, IOException {
    Pending segment = pending;
    LogPosition position = next;
    if (segment != null && position != null) {
      claim.require();
      archive.send(position, segment.time(), segment.content());
      sentBytes.add(segment.content().length);
      newestSent = new Sent(position, segment.time());
      next = position.next();
      pending = null;
      return true;
    }
    return false;
  }
}
