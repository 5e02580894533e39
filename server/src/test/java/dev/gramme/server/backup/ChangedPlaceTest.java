package dev.gramme.server.backup;

import static dev.gramme.server.backup.ArchivedDatabase.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The place of an archive is emptied, taken over or unmounted while a server uses it. */
final class ChangedPlaceTest {
  private static final int LARGE = 20 << 20;

  @TempDir private Path folder;

  private ArchivedDatabase db;
  private Path archive;

  @BeforeEach
  void open() throws Exception {
    db = new ArchivedDatabase(folder);
    archive = folder.resolve("archive");
    db.openArchived();
    db.ship();
    db.writeBase();
    db.put("a", "1");
    shipLater();
  }

  @AfterEach
  void close() {
    db.close();
  }

  private void shipLater() throws Exception {
    db.now = db.now.plusSeconds(1);
    db.ship();
  }

  private boolean isBackupNeeded() {
    return db.base.isNeeded(db.next(), db.shipper.sentBytes());
  }

  /** Checks that a restore has what was written after the change of the place. */
  private void isBegunAnew(LogPosition before) throws Exception {
    assertThat(db.next().generation()).isGreaterThan(before.generation());
    assertThat(isBackupNeeded()).isTrue();
    db.writeBase();
    assertThat(isBackupNeeded()).isFalse();
    db.put("b", "after it");
    shipLater();
    assertThat(db.restored("a")).isEqualTo("2");
    assertThat(db.restored("b")).isEqualTo("after it");
  }

  private void empty() throws IOException {
    Folders.delete(archive);
    Files.createDirectory(archive);
  }

  private void deleteNoteOfUse() throws IOException {
    Folders.delete(folder.resolve("data/.backup/places"));
  }

  @Test
  void a_place_that_was_emptied_begins_with_a_generation_and_a_backup() throws Exception {
    LogPosition before = db.next();
    empty();
    db.put("a", "2");
    assertThatThrownBy(this::shipLater)
        .isInstanceOf(BackupException.class)
        .hasMessageContaining("has no owner.json");
    deleteNoteOfUse();
    shipLater();
    isBegunAnew(before);
  }

  @Test
  void a_place_that_was_emptied_between_two_shipments_begins_with_a_generation_and_a_backup()
      throws Exception {
    LogPosition before = db.next();
    empty();
    deleteNoteOfUse();
    db.put("a", "2");
    shipLater();
    isBegunAnew(before);
  }

  @Test
  void a_place_that_was_emptied_before_the_first_segment_begins_with_a_generation_and_a_backup()
      throws Exception {
    db.restartWithoutMark();
    db.ship();
    db.writeBase();
    LogPosition before = db.next();
    assertThat(before.segment()).isZero();
    empty();
    deleteNoteOfUse();
    db.put("a", "2");
    shipLater();
    isBegunAnew(before);
  }

  /** Another data folder takes the archive over and writes a backup. */
  private void useElsewhere(boolean ships) throws Exception {
    db.now = db.now.plusSeconds(10);
    PlaceClaim.takeOver(folder.resolve("other"), db.repository, () -> db.now);
    try (var other = new ArchivedDatabase(folder, "other")) {
      other.now = db.now;
      other.openArchived();
      other.put("a", "foreign");
      other.ship();
      other.writeBase();
      if (ships) {
        other.put("b", "foreign");
        other.ship();
      }
    }
    db.now = db.now.plusSeconds(10);
  }

  private void takeBack() throws Exception {
    PlaceClaim.takeOver(folder.resolve("data"), db.repository, () -> db.now);
  }

  @Test
  void a_place_that_was_taken_back_begins_with_a_generation_and_a_backup() throws Exception {
    LogPosition before = db.next();
    useElsewhere(true);
    db.put("a", "2");
    assertThatThrownBy(this::shipLater).isInstanceOf(PlaceTakenException.class);
    takeBack();
    shipLater();
    isBegunAnew(before);
  }

  @Test
  void a_place_that_was_taken_back_between_two_shipments_begins_with_a_generation_and_a_backup()
      throws Exception {
    LogPosition before = db.next();
    useElsewhere(false);
    takeBack();
    db.put("a", "2");
    shipLater();
    isBegunAnew(before);
  }

  @Test
  void a_place_that_was_taken_back_unused_continues() throws Exception {
    LogPosition before = db.next();
    PlaceClaim.takeOver(folder.resolve("other"), db.repository, () -> db.now);
    db.put("a", "2");
    assertThatThrownBy(this::shipLater).isInstanceOf(PlaceTakenException.class);
    takeBack();
    shipLater();
    assertThat(db.next().generation()).isEqualTo(before.generation());
    assertThat(isBackupNeeded()).isFalse();
    assertThat(db.restored("a")).isEqualTo("2");
  }

  @Test
  void a_segment_that_was_sent_although_the_attempt_failed_is_continued() throws Exception {
    LogPosition before = db.next();
    db.put("a", "2");
    db.bucket.afterWrite(() -> {
      unmount();
      throw new IOException("no answer");
    });
    assertThatThrownBy(this::shipLater).isInstanceOf(BackupException.class);
    assertThatThrownBy(this::shipLater)
        .isInstanceOf(BackupException.class)
        .hasMessageContaining("mount");
    mount();
    shipLater();
    assertThat(db.next().generation()).isEqualTo(before.generation());
    assertThat(db.restored("a")).isEqualTo("2");
  }

  /** Checks that a failed reading of the archive has no effect but the delay of a shipment. */
  @ParameterizedTest
  @ValueSource(strings = {"log/", "backups/", "backups/2"}) // two listings and a manifest
  void a_read_that_fails_after_a_failed_claim_is_repeated(String prefix) throws Exception {
    LogPosition before = db.next();
    db.put("a", "2");
    db.bucket.failNext(PlaceOwner.KEY);
    assertThatThrownBy(this::shipLater).isInstanceOf(BackupException.class);
    db.bucket.failNext(prefix);
    assertThatThrownBy(this::shipLater)
        .isInstanceOf(BackupException.class)
        .hasMessageContaining("the read of " + prefix);
    shipLater();
    assertThat(db.next().generation()).isEqualTo(before.generation());
    assertThat(isBackupNeeded()).isFalse();
    assertThat(db.restored("a")).isEqualTo("2");
  }

  @Test
  void the_newest_backup_is_found_after_a_read_that_failed() throws Exception {
    db.restart();
    db.ship();
    db.bucket.failNext("backups/2");
    assertThatThrownBy(() -> db.base.find(db.next())).isInstanceOf(BackupException.class);
    db.base.find(db.next());
    assertThat(isBackupNeeded()).isFalse();
  }

  @Test
  void a_backup_that_is_damaged_when_a_claim_fails_is_replaced() throws Exception {
    LogPosition before = db.next();
    damageNewestBackup();
    db.put("a", "2");
    db.bucket.failNext(PlaceOwner.KEY);
    assertThatThrownBy(this::shipLater).isInstanceOf(BackupException.class);
    shipLater();
    isBegunAnew(before);
  }

  @Test
  void a_generation_whose_first_claim_fails_is_continued() throws Exception {
    LogPosition before = beginGeneration();
    failClaim();
    shipLater();
    assertThat(db.next().generation()).isEqualTo(before.generation());
    db.writeBase();
    assertThat(db.restored("a")).isEqualTo("2");
  }

  @Test
  void a_generation_whose_backup_replaces_a_damaged_one_is_continued_after_a_failed_claim()
      throws Exception {
    damageNewestBackup();
    LogPosition before = beginGeneration();
    failClaim();
    shipLater();
    failClaim();
    shipLater();
    assertThat(db.next().generation()).isEqualTo(before.generation());
    db.writeBase();
    assertThat(db.restored("a")).isEqualTo("2");
  }

  /** Begins a generation, which has no segment and no backup. */
  private LogPosition beginGeneration() throws Exception {
    db.restartWithoutMark();
    db.now = db.now.plusSeconds(1);
    db.ship();
    assertThat(isBackupNeeded()).isTrue();
    return db.next();
  }

  private void failClaim() {
    db.put("a", "2");
    db.bucket.failNext(PlaceOwner.KEY);
    assertThatThrownBy(this::shipLater).isInstanceOf(BackupException.class);
  }

  @Test
  void a_segment_that_was_written_below_the_mount_point_is_not_continued_there() throws Exception {
    LogPosition before = db.next();
    db.put("a", "2");
    db.bucket.beforeWrite(this::unmount);
    shipLater();
    db.put("b", "1");
    assertThatThrownBy(this::shipLater)
        .isInstanceOf(BackupException.class)
        .hasMessageContaining("mount");
    mount();
    shipLater();
    isBegunAnew(before);
  }

  private void damageNewestBackup() throws Exception {
    String backup = db.repository.backups().getLast().key();
    Files.writeString(archive.resolve(backup), "damaged");
  }

  private void unmount() throws IOException {
    Files.move(archive, folder.resolve("unmounted"));
    Files.createDirectory(archive);
  }

  private void mount() throws IOException {
    Folders.delete(archive);
    Files.move(folder.resolve("unmounted"), archive);
  }

  /** Writes a sorted file that does not compress. */
  private void putLarge(int number) throws Exception {
    byte[] random = new byte[LARGE];
    new Random(number).nextBytes(random);
    db.store()
        .transact(tx -> {
          tx.put(new byte[] {(byte) number}, random);
          return true;
        })
        .join();
    db.store().checkpoint(folder.resolve("flushed" + number));
  }

  @Test
  void a_backup_writes_no_large_file_and_no_manifest_below_the_mount_point() throws Exception {
    for (int i = 0; i < 3; i++) {
      putLarge(i);
    }
    db.bucket.afterWrite(this::unmount);
    assertThatThrownBy(db::writeBase)
        .isInstanceOf(BackupException.class)
        .hasMessageContaining("mount");
    try (var files = Files.walk(archive)) {
      assertThat(files.filter(Files::isRegularFile))
          .allSatisfy(file -> assertThat(Files.size(file)).isLessThan(LARGE))
          .noneSatisfy(file -> assertThat(file.toString()).contains("backups"));
    }
    mount();
    assertThat(db.repository.backups()).hasSize(1);
    db.writeBase();
    assertThat(db.restored("a")).isEqualTo("1");
  }

  @Test
  void a_backup_counts_although_the_hashes_of_its_files_cannot_be_kept() throws Exception {
    db.now = START.plus(ArchivedDatabase.DAY.multipliedBy(2));
    assertThat(isBackupNeeded()).isTrue();
    Files.createDirectories(folder.resolve("data/.backup/archive/hashes.tmp"));
    db.writeBase();
    assertThat(isBackupNeeded()).isFalse();
    assertThat(db.repository.backups()).hasSize(2);
  }
}
