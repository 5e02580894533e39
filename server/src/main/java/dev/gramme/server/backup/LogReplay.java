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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Continues a restored backup with the log of the archive, up to a moment. */
final class LogReplay implements AutoCloseable {
  private final Map<String, RocksStore> stores = new HashMap<>();
  private final Map<String, WriteLog> logs = new HashMap<>();
  private final Instant at;

  /** The databases that have all of their groups up to the moment. */
  private final Set<String> complete = new HashSet<>();

  private Optional<Instant> newest = Optional.empty();

  private LogReplay(Instant at) {
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
    LogPosition next = manifest.log().get();
    List<LogObjects.Stored> segments = archive.log().from(next);
    progress.begin("replaying", segments.size(), 0);
    try (var replay = new LogReplay(at.orElse(Instant.MAX))) {
      replay.open(manifest, folder);
      Instant before = manifest.time();
      for (LogObjects.Stored segment : segments) {
        // The segments of one shipment have the same time; only together they have all groups.
        if (!before.isBefore(replay.at) && !segment.time().equals(before)) {
          break;
        }
        replay.write(archive.log(), segment, next, before);
        next = next.next();
        before = segment.time();
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

  private void open(Manifest manifest, Path folder) throws BackupException {
    for (String name : manifest.folders()) {
      RocksStore store = RocksStore.open(RocksStoreOptions.of(RestoreRun.inside(folder, name)));
      stores.put(name, store);
      logs.put(name, store.log());
    }
  }

  /**
   * Writes a segment.
   *
   * @param expected its position, if no segment is missing
   * @param before the time up to which the log is complete without it
   */
  private void write(
      LogObjects log, LogObjects.Stored segment, LogPosition expected, Instant before)
      throws BackupException {
    try {
      if (!segment.position().equals(expected)) {
        throw new BackupException("a segment of the log is missing before " + segment.key());
      }
      LogSegment.read(log.read(segment), segment.key(), this::write);
    } catch (BackupException e) {
      throw new BackupException(
          "%s; --at %s restores what is before it".formatted(e.getMessage(), before), e);
    }
  }

  private void write(String folder, LoggedGroup group) throws BackupException {
    WriteLog log = logs.get(folder);
    if (log == null) {
      throw new BackupException("the log is of a database that the backup does not have");
    }
    Optional<Instant> time = group.time();
    if (time.isPresent() && time.get().isAfter(at)) {
      complete.add(folder);
    }
    if (complete.contains(folder)) {
      return;
    }
    try {
      log.append(group);
    } catch (LogGapException e) {
      throw new BackupException("the log does not continue the backup: " + e.getMessage(), e);
    }
    newest = time.or(() -> newest);
  }

  @Override
  public void close() {
    stores.values().forEach(RocksStore::close);
  }
}
