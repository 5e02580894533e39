package dev.gramme.server.backup;

import dev.gramme.server.settings.Settings;
import dev.gramme.storage.rocksdb.RocksStore;
import dev.gramme.storage.rocksdb.RocksStoreOptions;
import dev.gramme.testkit.Eventually;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ArchiverTest {
  @TempDir private Path folder;

  /** Does something while a database is archived every second. */
  private void whileArchived(Path archive, Body body) throws Exception {
    var settings =
        Settings.read(
            List.of(
                "--data=" + folder.resolve("data"), "--archive=" + archive, "--archive-interval=1"),
            Map.of());
    var archiver =
        Archiver.open(settings, settings.archive().orElseThrow(), "1", InstantSource.system());
    var options = RocksStoreOptions.builder(settings.data()).archivedLog(archiver.log()).build();
    try (RocksStore store = RocksStore.open(options)) {
      archiver.add(settings.data(), store);
      archiver.start();
      body.run(store);
      archiver.close();
    }
  }

  private interface Body {
    void run(RocksStore store) throws Exception;
  }

  private static void awaitBackup(Path archive) {
    Eventually.holds("the archive has a backup", () -> Files.exists(archive.resolve("backups")));
  }

  @Test
  void a_server_starts_although_the_folder_of_its_archive_can_only_be_created_later()
      throws Exception {
    Path disk = Files.writeString(folder.resolve("disk"), "no folder");
    Path archive = disk.resolve("archive");
    whileArchived(
        archive,
        store -> {
          Files.delete(disk);
          awaitBackup(archive);
        });
  }

  @Test
  void a_running_server_begins_again_after_its_archive_and_its_note_were_removed()
      throws Exception {
    Path archive = folder.resolve("archive");
    whileArchived(
        archive,
        store -> {
          awaitBackup(archive);
          Files.move(archive, folder.resolve("removed"));
          Folders.delete(folder.resolve("data/.backup/places"));
          store
              .transact(tx -> {
                tx.put(new byte[] {1}, new byte[] {1});
                return true;
              })
              .join();
          awaitBackup(archive);
        });
  }
}
