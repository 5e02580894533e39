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
  private final Repository archive;
  private final RestorePoint point;
  private final Instant at;

  /** The number of groups before the next one. */
  private long groups;

  /** The numbers of the first groups to leave out; null if no group was later than the moment. */
  private @Nullable Map<String, Long> ends;

  private Optional<Instant> newest = Optional.empty();

  private LogReplay(Repository archive, RestorePoint point) {
    this.archive = archive;
    this.point = point;
    this.at = point.at().orElse(Instant.MAX);
  }

  /**
   * Writes the groups that were committed until a moment to restored databases. A group that was
   * not yet acknowledged then may be missing.
   *
   * @param folder the restored data folder
   * @return the time of the last group; empty if there is none
   */
  static Optional<Instant> run(
      Repository archive, RestorePoint point, Path folder, Progress progress)
      throws BackupException {
    if (point.segments().isEmpty()) {
      return Optional.empty();
    }
    int segments = point.segments().size();
    progress.begin("replaying", segments, 0);
    try (var replay = new LogReplay(archive, point)) {
      replay.open(point.manifest(), folder);
      for (int i = 0; i < segments; i++) {
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
    for (int i = index; i < point.segments().size(); i++) {
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
    try {
      return archive.log().read(point.segments().get(index));
    } catch (BackupException e) {
      throw failed(index, e);
    }
  }

  private void read(int index, byte[] content, LogSegment.Sink sink) throws BackupException {
    try {
      LogSegment.read(content, point.segments().get(index).key(), sink);
    } catch (BackupException e) {
      throw failed(index, e);
    }
  }

  private BackupException failed(int index, BackupException e) {
    return new BackupException("%s; %s".formatted(e.getMessage(), point.around(archive, index)), e);
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
