package dev.gramme.server.backup;

import dev.gramme.storage.StorageException;
import dev.gramme.storage.rocksdb.ArchivedMark;
import dev.gramme.storage.rocksdb.LogGapException;
import dev.gramme.storage.rocksdb.RocksStore;
import dev.gramme.storage.rocksdb.WriteLog;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
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
  private final ArchiveBase base;
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
  private LogObjects.@Nullable Stored newestSent;

  /**
   * The owner of the place when the place was last known to end with this generation. Null if a
   * failure shows that the place may have changed since.
   */
  private @Nullable PlaceOwner knownOwner;

  /** Whether the newest shipment had groups. */
  private boolean hadGroups;

  /** The moment of the newest shipment that was sent, or the begin of the generation. */
  private Instant sentUntil = Instant.EPOCH;

  private volatile @Nullable LogPosition next;
  private final LongAdder sentBytes = new LongAdder();

  /**
   * Sends to an archive.
   *
   * @param claim to the archive. Each segment requires it, because the folder of an archive may be
   *     unmounted, and another data folder may take the archive over.
   * @param base knows whether the archive has a backup of the generation
   */
  LogShipper(LogObjects archive, PlaceClaim claim, ArchiveBase base, AdvancingClock clock) {
    this.archive = archive;
    this.claim = claim;
    this.base = base;
    this.clock = clock;
  }

  /** A segment with its content in parts. */
  private record Pending(Instant time, List<byte[]> content) {}

  /** This generation cannot be continued; the message is the reason. */
  private static final class GenerationEndException extends Exception {
    private static final long serialVersionUID = 1L;

    GenerationEndException(String message) {
      super(message);
    }
  }

  /**
   * What a database notes, so that the next process can continue behind a segment.
   *
   * @param databases the number of databases that the archive has
   * @param folder of the database, within the data folder
   */
  private static String note(LogObjects.Stored segment, int databases, String folder) {
    return "%s %d %s %d %s"
        .formatted(
            segment.position().generation(),
            segment.position().segment(),
            Repository.TIME.format(segment.time()),
            databases,
            folder);
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
   * @param isDue whether a segment is sent in any case
   */
  void ship(SortedMap<String, RocksStore> stores, boolean isDue)
      throws BackupException, IOException {
    try {
      boolean hasSent = send();
      boolean isResumed = false;
      if (!logs.keySet().equals(stores.keySet())) {
        isResumed = resume(stores);
        if (!isResumed) {
          begin(stores);
        }
      }
      read(clock.instant(), isDue, isResumed);
      hasSent |= send();
      if (hasSent) {
        mark();
      }
    } catch (LogGapException | GenerationEndException e) {
      LoggerFactory.getLogger(LogShipper.class)
          .warn("The archive needs a complete backup, because {}", e.getMessage());
      begin(stores);
    }
  }

  /**
   * Continues the newest generation of the archive, if this is the first shipment of the process
   * and the process before has sent the newest segment, which all databases have noted.
   */
  private boolean resume(SortedMap<String, RocksStore> stores) throws BackupException, IOException {
    if (next != null || stores.isEmpty()) {
      return false;
    }
    PlaceOwner owner = claim.require();
    Optional<LogObjects.Stored> newest = archive.newest();
    if (newest.isEmpty()) {
      return false;
    }
    followArchive();
    LogObjects.Stored segment = newest.get();
    for (Map.Entry<String, RocksStore> store : stores.entrySet()) {
      Optional<ArchivedMark> mark = store.getValue().archivedMark();
      String expected = note(segment, stores.size(), store.getKey());
      if (mark.isEmpty() || !mark.get().note().equals(expected)) {
        logs.clear();
        return false;
      }
      logs.put(store.getKey(), store.getValue().log(mark.get().sequence()));
    }
    knownOwner = owner;
    newestSent = segment;
    complete = segment.time();
    sentUntil = complete;
    hadGroups = true; // so that a segment shows soon that the server runs
    next = segment.position().next();
    return true;
  }

  /** Notes in the databases how far the archive has their logs. */
  private void mark() {
    LogObjects.Stored segment = newestSent;
    if (segment == null) {
      return;
    }
    try {
      logs.forEach((folder, log) -> log.mark(note(segment, logs.size(), folder)));
    } catch (StorageException e) {
      LoggerFactory.getLogger(LogShipper.class)
          .warn("After a restart the archive will need a complete backup: {}", e.getMessage());
    }
  }

  /** Begins a generation. If this fails, the next shipment tries it again. */
  private void begin(SortedMap<String, RocksStore> stores) throws BackupException, IOException {
    pending = null;
    newestSent = null;
    logs.clear();
    knownOwner = claim.require();
    followArchive();
    complete = clock.wholeMillis();
    sentUntil = complete;
    hadGroups = false;
    String name = Repository.TIME.format(complete);
    stores.forEach((folder, store) -> logs.put(folder, store.log()));
    next = new LogPosition(name, 0);
  }

  /** Makes further times later than those that others wrote to the archive. */
  private void followArchive() throws BackupException {
    archive.newestTime().ifPresent(this::follow);
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

  /**
   * Sends full segments; the last one, which may be small, is pending afterwards.
   *
   * @param isResumed whether this continues the generation of the process before, whose last
   *     segment may still be on its way. It then takes the number of the first segment of this
   *     process, which must have all of its groups
   */
  private void read(Instant moment, boolean isDue, boolean isResumed)
      throws LogGapException, GenerationEndException, BackupException, IOException {
    try {
      readNow(moment, isDue, isResumed);
    } catch (RuntimeException | Error e) {
      logs.clear(); // groups that were read are lost, so the next call begins a generation
      throw e;
    }
  }

  private void readNow(Instant moment, boolean isDue, boolean isResumed)
      throws LogGapException, GenerationEndException, BackupException, IOException {
    var segment = new LogSegment(isResumed ? LogSegment.FULL_AFTER_START : LogSegment.FULL);
    boolean hasGroups = false;
    for (Map.Entry<String, WriteLog> entry : logs.entrySet()) {
      WriteLog log = entry.getValue();
      long until = log.newest();
      while (!log.hasRead(until)) {
        if (segment.isFull() && isResumed) {
          throw new GenerationEndException(
              "the writes that were not sent before the start do not fit one segment");
        }
        if (segment.isFull()) {
          hasGroups = true;
          hadGroups = true; // if this segment cannot be sent, the next shipment completes this one
          pending = new Pending(complete, segment.content());
          send();
          segment = new LogSegment(LogSegment.FULL);
        }
        LogSegment growing = segment;
        log.read(until, group -> growing.add(entry.getKey(), group));
      }
    }
    hasGroups |= !segment.isEmpty();
    boolean isMarkDue = hadGroups || !sentUntil.plus(MARK).isAfter(moment);
    if (hasGroups || isMarkDue || isDue) {
      pending = new Pending(moment, segment.content());
      sentUntil = moment;
    }
    hadGroups = hasGroups;
    complete = moment;
  }

  /** Sends the pending segment. Returns whether there was one. */
  private boolean send() throws GenerationEndException, BackupException, IOException {
    Pending segment = pending;
    LogPosition position = next;
    if (segment != null && position != null) {
      LogObjects.Stored stored = LogObjects.segment(position, segment.time(), segment.content());
      requirePlace(stored);
      archive.send(position, segment.time(), segment.content());
      segment.content().forEach(part -> sentBytes.add(part.length));
      newestSent = stored;
      next = position.next();
      pending = null;
      return true;
    }
    return false;
  }

  /**
   * Requires the claim, and that the place still ends with this generation. The latter is checked
   * after a failure and after a change of the owner: others may have written to the place or
   * emptied it only then.
   *
   * @param coming the next segment
   */
  private void requirePlace(LogObjects.Stored coming)
      throws GenerationEndException, BackupException, IOException {
    PlaceOwner known = knownOwner;
    knownOwner = null;
    PlaceOwner owner = claim.require();
    if (!owner.equals(known) && !endsWithThisGeneration(coming)) {
      throw new GenerationEndException(
          "the place was emptied, or another data folder has written to it");
    }
    knownOwner = owner;
  }

  /**
   * Whether the place ends with this generation. Its newest segment is what was sent last, or the
   * next one, which an attempt that failed may have sent. Its newest backup is of this generation
   * if one was written, and of no later one otherwise.
   */
  private boolean endsWithThisGeneration(LogObjects.Stored coming) throws BackupException {
    boolean hadBackup = base.isOf(coming.position()); // first: a backup may just be written
    String generation = coming.position().generation();
    Optional<LogObjects.Stored> segment = archive.newest();
    boolean endsWithSegment =
        segment.equals(Optional.of(coming))
            || (newestSent == null
                ? segment
                    .filter(last -> last.position().generation().compareTo(generation) >= 0)
                    .isEmpty()
                : segment.equals(Optional.of(newestSent)));
    Optional<String> backup = newestBackedUp();
    return endsWithSegment
        && (hadBackup
            ? backup.equals(Optional.of(generation))
            : backup.filter(newest -> newest.compareTo(generation) > 0).isEmpty());
  }

  /** The generation of the newest backup; empty if there is none, or if it is damaged. */
  private Optional<String> newestBackedUp() throws BackupException {
    try {
      return archive.newestBackedUp();
    } catch (BadContentException e) {
      return Optional.empty(); // does not count as a backup
    }
  }
}
