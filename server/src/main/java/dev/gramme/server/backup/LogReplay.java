package dev.gramme.server.backup;

import dev.gramme.storage.StorageException;
import dev.gramme.storage.rocksdb.LogGapException;
import dev.gramme.storage.rocksdb.LoggedGroup;
import dev.gramme.storage.rocksdb.RocksStore;
import dev.gramme.storage.rocksdb.RocksStoreOptions;
import dev.gramme.storage.rocksdb.WriteLog;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Continues a restored backup with the log of the archive, up to a moment.
 *
 * <p>The log has the groups in the order in which they were committed. Earlier versions wrote times
 * of the computer's clock, which may have been set back, so that a group with a later time comes
 * before one with an earlier time. A restore therefore ends before the first group behind which all
 * groups are later than the moment: it has every write that was acknowledged before the moment.
 */
final class LogReplay implements AutoCloseable {
  private final Map<String, RocksStore> stores = new HashMap<>();
  private final Map<String, WriteLog> logs = new HashMap<>();
  private final LogObjects archive;
  private final LogPosition first;
  private final Instant begin;
  private final List<LogObjects.Stored> segments;
  private final Instant at;

  /** The number of groups before the next one. */
  private long groups;

  /** The numbers of the first groups to leave out; null if no group was later than the moment. */
  private @Nullable Map<String, Long> ends;

  private Optional<Instant> newest = Optional.empty();

  private LogReplay(
      LogObjects archive,
      LogPosition first,
      Instant begin,
      List<LogObjects.Stored> segments,
      Instant at) {
    this.archive = archive;
    this.first = first;
    this.begin = begin;
    this.segments = segments;
    this.at = at;
  }

  /**
   * Writes the groups that were committed until a moment to restored databases. A group that was
   * not yet acknowledged then may be missing.
   *
   * @param folder the restored data folder
   * @return the time of the last group; empty if there is none
   */
  static Optional<Instant> run(
      Repository archive, Manifest manifest, Path folder, Optional<Instant> at, Progress progress)
      throws BackupException {
    if (manifest.log().isEmpty()) {
      return Optional.empty();
    }
    LogPosition first = manifest.log().get();
    Instant until = at.orElse(Instant.MAX);
    List<LogObjects.Stored> segments =
        until(until, manifest.time(), archive.log().from(first));
    progress.begin("replaying", segments.size(), 0);
    try (var replay =
        new LogReplay(archive.log(), first, manifest.time(), segments, until)) {
      replay.open(manifest, folder);
      for (int i = 0; i < segments.size(); i++) {
        replay.write(i);
        progress.fileDone();
      }
      replay.logs.values().forEach(WriteLog::flush);
      return replay.newest;
    } catch (StorageException e) {
      throw new BackupException(String.valueOf(e.getMessage()), e);
    } finally {
      progress.end();
    }
  }

  /**
   * The segments that may have groups of a moment or before it. If a segment has a later time than
   * one behind it, the clock was set back in between, and only the time of the last one shows how
   * far the log is complete.
   *
   * @param begin the time of the backup
   */
  private static List<LogObjects.Stored> until(
      Instant at, Instant begin, List<LogObjects.Stored> segments) {
    var complete = new Instant[segments.size()];
    Instant least = Instant.MAX;
    for (int i = segments.size() - 1; i >= 0; i--) {
      Instant time = segments.get(i).time();
      least = time.isBefore(least) ? time : least;
      complete[i] = least;
    }
    Instant before = begin;
    for (int i = 0; i < segments.size(); i++) {
      // The segments of one shipment may have the same time; only together they have all groups.
      if (!before.isBefore(at) && !segments.get(i).time().equals(before)) {
        return segments.subList(0, i);
      }
      before = complete[i];
    }
    return segments;
  }

  private void open(Manifest manifest, Path folder) throws BackupException {
    for (String name : manifest.folders()) {
      RocksStore store = RocksStore.open(RocksStoreOptions.of(RestoreRun.inside(folder, name)));
      stores.put(name, store);
      logs.put(name, store.log());
    }
  }

  private void write(int index) throws BackupException {
    byte[] content = content(index);
    if (ends == null && hasLater(index, content)) {
      ends = ends(index);
    }
    read(
        index,
        content,
        (folder, group) -> {
          if (ends == null || groups < ends.getOrDefault(folder, Long.MAX_VALUE)) {
            write(folder, group);
          }
          groups++;
        });
  }

  private boolean hasLater(int index, byte[] content) throws BackupException {
    boolean[] found = {false};
    read(index, content, (folder, group) -> found[0] |= isLater(group));
    return found[0];
  }

  /** The numbers of the first groups of the databases to leave out, from a segment on. */
  private Map<String, Long> ends(int index) throws BackupException {
    var found = new HashMap<String, Long>();
    long[] number = {groups};
    for (int i = index; i < segments.size(); i++) {
      read(
          i,
          content(i),
          (folder, group) -> {
            if (isLater(group)) {
              found.putIfAbsent(folder, number[0]);
            } else if (group.time().isPresent()) {
              found.remove(folder);
            }
            number[0]++;
          });
    }
    return found;
  }

  private boolean isLater(LoggedGroup group) {
    return group.time().isPresent() && group.time().get().isAfter(at);
  }

  private byte[] content(int index) throws BackupException {
    LogObjects.Stored segment = segments.get(index);
    try {
      if (segment.position().segment() != first.segment() + index) {
        throw new BackupException("a segment of the log is missing before " + segment.key());
      }
      return archive.read(segment);
    } catch (BackupException e) {
      throw failed(index, e);
    }
  }

  private void read(int index, byte[] content, LogSegment.Sink sink) throws BackupException {
    try {
      LogSegment.read(content, segments.get(index).key(), sink);
    } catch (BackupException e) {
      throw failed(index, e);
    }
  }

  private BackupException failed(int index, BackupException e) {
    Instant before = index == 0 ? begin : segments.get(index - 1).time();
    return new BackupException(
        "%s; --at %s restores what is before it".formatted(e.getMessage(), before), e);
  }

  private void write(String folder, LoggedGroup group) throws BackupException {
    WriteLog log = logs.get(folder);
    if (log == null) {
      throw new BackupException("the log is of a database that the backup does not have");
    }
    try {
      log.append(group);
    } catch (LogGapException e) {
      throw new BackupException("the log does not continue the backup: " + e.getMessage(), e);
    }
    newest = group.time().or(() -> newest);
  }

  @Override
  public void close() {
    stores.values().forEach(RocksStore::close);
  }
}
