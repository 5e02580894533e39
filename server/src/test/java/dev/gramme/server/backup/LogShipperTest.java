package dev.gramme.server.backup;

import static dev.gramme.server.backup.ArchivedDatabase.DAY;
import static dev.gramme.server.backup.ArchivedDatabase.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An archive of one database with a clock that the test moves. */
final class LogShipperTest {
  @TempDir private Path folder;

  private ArchivedDatabase db;

  @BeforeEach
  void open() throws Exception {
    db = new ArchivedDatabase(folder);
  }

  @AfterEach
  void close() {
    db.close();
  }

  @Test
  void a_log_that_is_gone_begins_a_generation_that_the_next_backup_continues() throws Exception {
    db.open();
    db.ship();
    db.writeBase();
    LogPosition before = db.next();
    db.put("a", "1");
    db.store().checkpoint(folder.resolve("flushed")); // deletes the log
    db.put("a", "2");
    db.now = db.now.plus(DAY);
    db.ship();
    assertThat(db.next().generation()).isNotEqualTo(before.generation());
    assertThat(db.base.isOf(db.next())).isFalse();
    db.writeBase();
    db.put("a", "3");
    db.now = db.now.plus(DAY);
    db.ship();
    assertThat(db.restored("a")).isEqualTo("3");
  }

  @Test
  void a_moment_within_a_shipment_of_several_segments_has_all_earlier_writes() throws Exception {
    db.openArchived();
    db.ship();
    db.writeBase();
    int before = db.repository.keys("log/").size();
    db.now = db.now.plusSeconds(1);
    for (int i = 0; i < 8; i++) {
      db.put("large" + i, "x".repeat(1 << 20));
    }
    db.put("a", "1");
    Instant at = db.now.plusSeconds(1);
    db.now = db.now.plusSeconds(2);
    db.put("a", "2");
    db.ship();
    assertThat(db.repository.keys("log/").size() - before).isGreaterThan(1);
    assertThat(db.restored("a", at)).isEqualTo("1");
    assertThat(db.restored("a")).isEqualTo("2");
  }

  @Test
  void a_moment_within_a_shipment_that_failed_in_between_has_all_earlier_writes() throws Exception {
    db.openArchived();
    db.ship();
    db.writeBase();
    db.now = db.now.plusSeconds(1);
    for (int i = 0; i < 8; i++) {
      db.put("large" + i, "x".repeat(1 << 20));
    }
    db.put("a", "1");
    Instant at = db.now.plusSeconds(1);
    db.now = db.now.plusSeconds(2);
    db.bucket.failAfter(1);
    assertThatThrownBy(db::ship).isInstanceOf(BackupException.class);
    db.now = db.now.plusSeconds(10);
    db.put("a", "2");
    db.ship();
    assertThat(db.restored("a", at)).isEqualTo("1");
    assertThat(db.restored("a")).isEqualTo("2");
  }

  @Test
  void every_moment_of_the_kept_time_can_be_restored_and_earlier_logs_are_deleted()
      throws Exception {
    db.openArchived();
    for (int day = 0; day < 14; day++) {
      db.now = START.plus(DAY.multipliedBy(day));
      db.put("day", "" + day);
      db.now = db.now.plusSeconds(1);
      db.ship();
      if (day % 4 == 0) {
        db.writeBase();
      }
    }
    assertThat(db.repository.backups())
        .extracting(Repository.Backup::time)
        .allMatch(time -> time.isAfter(START.plus(DAY.multipliedBy(4))))
        .hasSize(3);
    assertThat(db.repository.keys("log/")).hasSize(9);
    for (int day = 5; day < 13; day++) {
      Instant at = START.plus(DAY.multipliedBy(day)).plusSeconds(60);
      assertThat(db.restored("day", at)).isEqualTo("" + day);
    }
    assertThatThrownBy(() -> db.restored("day", START.plus(DAY)))
        .isInstanceOf(BackupException.class)
        .hasMessageContaining("there is no backup at or before");
  }

  @Test
  void a_segment_that_cannot_be_sent_is_sent_later() throws Exception {
    db.openArchived();
    db.ship();
    db.writeBase();
    Path obstacle = Files.writeString(folder.resolve("archive/log"), "no folder");
    db.put("a", "1");
    db.now = db.now.plus(DAY);
    assertThatThrownBy(db::ship).isInstanceOf(BackupException.class);
    db.put("a", "2");
    Instant later = db.now.plus(DAY);
    db.now = later.plusSeconds(1);
    db.put("a", "3");
    Files.delete(obstacle);
    db.ship();
    assertThat(db.next().segment()).isEqualTo(2);
    assertThat(db.restored("a")).isEqualTo("3");
    assertThat(db.restored("a", later)).isEqualTo("2");
  }

  @Test
  void nothing_is_sent_while_the_disk_of_the_archive_is_not_mounted() throws Exception {
    openWithBackup();
    db.put("a", "1");
    Path archive = folder.resolve("archive");
    Path elsewhere = Files.move(archive, folder.resolve("unmounted"));
    Files.createDirectory(archive);
    db.now = db.now.plusSeconds(1);
    assertThatThrownBy(db::ship).isInstanceOf(BackupException.class).hasMessageContaining("mount");
    assertThat(archive).isEmptyDirectory();
    Files.delete(archive);
    Files.move(elsewhere, archive);
    db.put("b", "2");
    db.now = db.now.plusSeconds(1);
    db.ship();
    assertThat(db.base.isOf(db.next())).isTrue();
    assertThat(db.restored("a")).isEqualTo("1");
    assertThat(db.restored("b")).isEqualTo("2");
  }

  @Test
  void nothing_is_sent_after_another_folder_took_the_archive_over() throws Exception {
    openWithBackup();
    PlaceClaim.takeOver(folder.resolve("other"), db.repository, () -> db.now);
    var before = db.repository.keys("log/");
    db.put("a", "1");
    db.now = db.now.plusSeconds(1);
    assertThatThrownBy(db::ship).isInstanceOf(PlaceTakenException.class);
    assertThat(db.repository.keys("log/")).isEqualTo(before);
  }

  @Test
  void a_backup_counts_although_old_ones_cannot_be_deleted() throws Exception {
    openWithBackup();
    db.now = START.plus(DAY.multipliedBy(30));
    db.ship();
    db.writeBase();
    db.now = db.now.plus(DAY.multipliedBy(30));
    db.ship();
    assertThat(isBackupNeeded()).isTrue();
    db.bucket.refuseDeletions();
    assertThatThrownBy(db::writeBase).isInstanceOf(BackupException.class);
    assertThat(isBackupNeeded()).isFalse();
  }

  private boolean isBackupNeeded() {
    return db.base.isNeeded(db.next(), db.shipper.sentBytes());
  }

  /** Opens the database with a backup in its archive, which the log continues. */
  private void openWithBackup() throws Exception {
    db.openArchived();
    db.ship();
    db.writeBase();
  }

  private void shipLast() throws Exception {
    db.shipper.ship(db.stores, true);
  }

  /** Opens the database again, and puts and ships a value. */
  private void shipAfterRestart(String value) throws Exception {
    db.restart();
    db.put("a", value);
    db.now = db.now.plusSeconds(1);
    db.ship();
  }

  @Test
  void a_restart_continues_the_generation_and_its_backup() throws Exception {
    openWithBackup();
    db.put("a", "1");
    db.now = db.now.plusSeconds(1);
    shipLast();
    LogPosition before = db.next();
    Instant stopped = db.now;
    shipAfterRestart("2");
    assertThat(db.next()).isEqualTo(before.next());
    db.base.find(db.next());
    assertThat(db.base.isOf(db.next())).isTrue();
    assertThat(db.restored("a")).isEqualTo("2");
    assertThat(db.restored("a", stopped)).isEqualTo("1");
    shipAfterRestart("3");
    assertThat(db.next().generation()).isEqualTo(before.generation());
    assertThat(db.restored("a")).isEqualTo("3");
  }

  @Test
  void writes_that_were_not_sent_before_a_restart_are_sent_after_it() throws Exception {
    openWithBackup();
    db.put("a", "1");
    db.now = db.now.plusSeconds(1);
    db.ship();
    LogPosition before = db.next();
    db.put("b", "not sent");
    shipAfterRestart("2");
    assertThat(db.next().generation()).isEqualTo(before.generation());
    assertThat(db.restored("a")).isEqualTo("2");
    assertThat(db.restored("b")).isEqualTo("not sent");
  }

  @Test
  void writes_of_a_process_that_was_killed_are_sent_by_the_next_one() throws Exception {
    openWithBackup();
    db.put("a", "1");
    db.now = db.now.plusSeconds(1);
    db.ship();
    LogPosition before = db.next();
    db.put("b", "not sent");
    Path data = folder.resolve("data");
    Path killed = folder.resolve("killed");
    copy(data, killed); // the log has the last write, no sorted file has it
    db.close();
    Folders.delete(data);
    copy(killed, data);
    shipAfterRestart("2");
    assertThat(db.next().generation()).isEqualTo(before.generation());
    assertThat(db.restored("a")).isEqualTo("2");
    assertThat(db.restored("b")).isEqualTo("not sent");
  }

  @Test
  void writes_of_a_process_without_an_archive_begin_a_generation() throws Exception {
    openWithBackup();
    db.put("a", "1");
    db.ship();
    LogPosition before = db.next();
    db.close();
    db.open();
    db.put("b", "2");
    shipAfterRestart("3");
    assertThat(db.next().generation()).isGreaterThan(before.generation());
    db.base.find(db.next());
    assertThat(db.base.isOf(db.next())).isFalse();
    db.writeBase();
    assertThat(db.restored("b")).isEqualTo("2");
  }

  @Test
  void a_database_that_lacks_what_the_archive_has_begins_a_generation() throws Exception {
    openWithBackup();
    db.put("a", "1");
    db.ship();
    Path data = folder.resolve("data");
    Path older = folder.resolve("older");
    db.close();
    copy(data, older);
    db.restart();
    db.put("a", "2");
    db.now = db.now.plusSeconds(1);
    db.ship();
    LogPosition before = db.next();
    db.close();
    Folders.delete(data);
    copy(older, data);
    shipAfterRestart("3");
    assertThat(db.next().generation()).isGreaterThan(before.generation());
    db.writeBase();
    assertThat(db.restored("a")).isEqualTo("3");
  }

  @Test
  void a_mark_behind_the_end_of_the_database_is_not_used() throws Exception {
    openWithBackup();
    db.put("a", "1");
    db.ship();
    LogPosition before = db.next();
    db.close();
    Path mark = folder.resolve("data/gramme.archived");
    String text = Files.readString(mark);
    Files.writeString(mark, "1" + text); // a sequence number that the database does not have
    shipAfterRestart("2");
    assertThat(db.next().generation()).isGreaterThan(before.generation());
  }

  @Test
  void a_database_under_another_name_begins_a_generation() throws Exception {
    openWithBackup();
    db.put("a", "1");
    db.ship();
    LogPosition before = db.next();
    db.restart();
    db.stores.put("regions/other", db.stores.remove(""));
    db.ship();
    assertThat(db.next().generation()).isGreaterThan(before.generation());
  }

  @Test
  void a_segment_that_the_process_before_sent_late_is_not_restored() throws Exception {
    openWithBackup();
    db.put("a", "1");
    db.now = db.now.plusSeconds(1);
    db.ship();
    LogPosition late = db.next();
    db.put("a", "2");
    db.now = db.now.plusSeconds(1);
    Instant lateTime = db.now;
    shipAfterRestart("3");
    db.repository.log().send(late, lateTime, new LogSegment(LogSegment.FULL).content());
    assertThat(db.repository.log().from(late)).hasSize(1);
    assertThat(db.restored("a")).isEqualTo("3");
  }

  /** Ships a value, and then puts large values that the process does not ship. */
  private LogPosition putLargeAfterShipment(int count, int bytes) throws Exception {
    openWithBackup();
    db.put("a", "1");
    db.now = db.now.plusSeconds(1);
    db.ship();
    for (int i = 0; i < count; i++) {
      db.put("large" + i, "x".repeat(bytes));
    }
    return db.next();
  }

  @Test
  void the_first_segment_after_a_restart_may_have_several_times_as_much_as_others()
      throws Exception {
    LogPosition before = putLargeAfterShipment(7, LogSegment.FULL);
    shipAfterRestart("2");
    assertThat(db.next()).isEqualTo(before.next());
    assertThat(db.restored("a")).isEqualTo("2");
    assertThat(db.restored("large6")).hasSize(LogSegment.FULL);
  }

  @Test
  void a_last_group_that_exceeds_the_first_segment_after_a_restart_is_in_it() throws Exception {
    LogPosition before = putLargeAfterShipment(1, LogSegment.FULL_AFTER_START);
    db.restart();
    db.now = db.now.plusSeconds(1);
    db.ship();
    assertThat(db.next()).isEqualTo(before.next());
    assertThat(db.restored("large0")).hasSize(LogSegment.FULL_AFTER_START);
  }

  @Test
  void a_shipment_whose_last_group_fills_a_segment_has_one_segment() throws Exception {
    LogPosition before = putLargeAfterShipment(1, LogSegment.FULL);
    db.now = db.now.plusSeconds(1);
    db.ship();
    assertThat(db.next()).isEqualTo(before.next());
    assertThat(db.restored("large0", db.now)).hasSize(LogSegment.FULL);
  }

  @Test
  void more_than_a_segment_after_a_restart_begins_a_generation_so_that_no_late_segment_has_a_part()
      throws Exception {
    LogPosition late = putLargeAfterShipment(8, LogSegment.FULL);
    db.now = db.now.plusSeconds(1);
    Instant lateTime = db.now;
    shipAfterRestart("2");
    assertThat(db.next().generation()).isGreaterThan(late.generation());
    db.writeBase();
    db.repository.log().send(late, lateTime, new LogSegment(LogSegment.FULL).content());
    db.put("a", "3");
    db.now = db.now.plusSeconds(1);
    db.ship();
    assertThat(db.restored("a")).isEqualTo("3");
    assertThat(db.restored("large7")).isNotEqualTo("none");
  }

  @Test
  void a_damaged_newest_backup_is_replaced() throws Exception {
    openWithBackup();
    db.put("a", "1");
    db.ship();
    String backup = db.repository.backups().getLast().key();
    Files.writeString(folder.resolve("archive").resolve(backup), "damaged");
    shipAfterRestart("2");
    db.base.find(db.next());
    assertThat(db.base.isOf(db.next())).isFalse();
    db.writeBase();
    assertThat(db.restored("a")).isEqualTo("2");
  }

  @Test
  void a_restart_before_the_first_shipment_changes_nothing() throws Exception {
    openWithBackup();
    db.put("a", "1");
    db.ship();
    LogPosition before = db.next();
    db.restart(); // and the archive cannot be reached
    db.put("a", "2");
    shipAfterRestart("3");
    assertThat(db.next()).isEqualTo(before.next());
    assertThat(db.restored("a")).isEqualTo("3");
  }

  @Test
  void logs_that_are_older_than_they_are_kept_are_sent_after_a_restart() throws Exception {
    openWithBackup();
    db.put("a", "1");
    db.ship();
    LogPosition before = db.next();
    db.put("b", "not sent");
    db.close();
    try (var files = Files.walk(folder.resolve("data"))) {
      for (Path log : files.filter(file -> file.toString().endsWith(".log")).toList()) {
        Files.setLastModifiedTime(log, FileTime.from(Instant.now().minus(DAY)));
      }
    }
    shipAfterRestart("2");
    assertThat(db.next().generation()).isEqualTo(before.generation());
    assertThat(db.restored("b")).isEqualTo("not sent");
  }

  private static void copy(Path from, Path to) throws Exception {
    try (var files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }
}
