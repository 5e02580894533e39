package dev.gramme.server.backup;

import static dev.gramme.server.backup.ArchivedDatabase.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The moments that an archive can restore, and those that it cannot. */
final class RestorePointTest {
  @TempDir private Path folder;

  private ArchivedDatabase db;

  @BeforeEach
  void open() throws Exception {
    db = new ArchivedDatabase(folder);
    db.openArchived();
    db.ship();
    db.writeBase();
  }

  @AfterEach
  void close() {
    db.close();
  }

  private static Instant at(long seconds) {
    return START.plusSeconds(seconds);
  }

  private void ship(long seconds) throws Exception {
    db.now = at(seconds);
    db.ship();
  }

  /** The reason why a moment cannot be restored. */
  private String refused(Instant moment) {
    try {
      return "" + RestorePoint.find(db.repository, Optional.of(moment));
    } catch (BackupException e) {
      return String.valueOf(e.getMessage());
    }
  }

  @Test
  void a_moment_between_the_end_of_a_log_and_the_next_backup_is_refused_with_both_times()
      throws Exception {
    db.put("a", "1");
    ship(10);
    db.now = at(20);
    db.put("a", "2"); // and the server is killed
    db.now = at(30);
    db.restartWithoutMark();
    db.ship();
    db.now = at(40);
    db.writeBase();
    db.put("a", "3");
    ship(50);
    for (Instant moment : new Instant[] {at(10).plusMillis(1), at(25), at(40).minusMillis(1)}) {
      assertThat(refused(moment))
          .isEqualTo(
              "%s cannot be restored: archive has no changes between %s and %s; --at %s restores the last moment before this gap, --at %s the first one after it",
              moment, at(10), at(40), at(10), at(40));
    }
    assertThat(db.restored("a", at(10))).isEqualTo("1");
    assertThat(db.restored("a", at(40))).isEqualTo("2");
    assertThat(db.restored("a", at(50))).isEqualTo("3");
  }

  @Test
  void a_moment_after_the_end_of_the_archive_is_refused_with_its_last_moment() throws Exception {
    db.put("a", "1");
    ship(10);
    assertThat(refused(at(11)))
        .isEqualTo(
            "%s cannot be restored: archive has no changes after %s; --at %s restores this moment, and without --at the newest state is restored",
            at(11), at(10), at(10));
    assertThat(db.restored("a", at(10))).isEqualTo("1");
    assertThat(db.restored("a")).isEqualTo("1");
  }

  @Test
  void a_moment_of_a_time_without_writes_is_restored() throws Exception {
    db.put("a", "1");
    ship(10);
    db.now = at(7200);
    db.put("a", "2");
    ship(7200);
    assertThat(db.restored("a", at(3600))).isEqualTo("1");
    assertThat(db.restored("a", at(7199))).isEqualTo("1");
    assertThat(db.restored("a", at(7200))).isEqualTo("2");
  }

  @Test
  void a_server_without_writes_shows_how_far_the_archive_is_complete() throws Exception {
    db.put("a", "1");
    ship(10);
    ship(15);
    assertThat(db.restored("a", at(15))).isEqualTo("1");
    int sent = db.repository.keys("log/").size();
    ship(20);
    ship(74);
    assertThat(db.repository.keys("log/")).hasSize(sent);
    assertThat(refused(at(16))).contains("has no changes after " + at(15));
    ship(75);
    ship(80);
    assertThat(db.repository.keys("log/")).hasSize(sent + 1);
    assertThat(db.restored("a", at(75))).isEqualTo("1");
    db.now = at(82);
    db.shipper.ship(db.stores, true);
    assertThat(db.restored("a", at(82))).isEqualTo("1");
  }

  @Test
  void a_moment_behind_a_missing_segment_is_refused_with_the_moments_around_it() throws Exception {
    for (int i = 1; i <= 3; i++) {
      db.now = at(10L * i);
      db.put("a", "" + i);
      ship(10L * i);
    }
    var segments = db.repository.keys("log/");
    db.now = at(40);
    db.writeBase();
    ship(50);
    db.repository.delete(segments.get(1));
    String missing = "a segment of the log is missing before " + segments.get(2);
    assertThat(refused(at(25)))
        .isEqualTo(
            "%s; --at %s restores what is before it, and --at %s restores the next backup",
            missing, at(10), at(40));
    assertThat(refused(at(15))).contains(missing);
    assertThat(db.restored("a", at(10))).isEqualTo("1");
    assertThat(db.restored("a", at(40))).isEqualTo("3");
  }

  @Test
  void a_damaged_segment_is_reported_with_a_moment_that_can_be_restored() throws Exception {
    db.put("a", "1");
    ship(5);
    db.put("b", "1");
    ship(10);
    for (int i = 0; i < 8; i++) {
      db.put("large" + i, "x".repeat(1 << 20));
    }
    ship(20);
    var segments = db.repository.keys("log/");
    assertThat(segments).hasSizeGreaterThan(3);
    db.repository.write(segments.get(2), new byte[10]);
    assertThatThrownBy(() -> db.restored("a", at(20)))
        .isInstanceOf(BackupException.class)
        .hasMessage(
            "the segment %s in archive is damaged; --at %s restores what is before it",
            segments.get(2), at(5));
    assertThat(db.restored("a", at(5))).isEqualTo("1");
  }

  @Test
  void a_damaged_segment_before_the_time_of_the_backup_is_reported_with_a_way_to_the_backup()
      throws Exception {
    db.put("a", "1");
    ship(5);
    db.put("a", "2");
    ship(10);
    var segments = db.repository.keys("log/");
    db.repository.write(segments.get(0), new byte[10]);
    assertThatThrownBy(() -> db.restored("a", at(10)))
        .isInstanceOf(BackupException.class)
        .hasMessage(
            "the segment %s in archive is damaged; in a copy of the archive, or while no server uses it, delete %s and all later segments of its folder; then a restore without --at has the backup of %s and what is before the segment",
            segments.get(0), segments.get(0), db.repository.backups().getFirst().time());
    db.repository.deleteAll(segments);
    assertThat(db.restored("a")).isEqualTo("none");
  }

  @Test
  void a_damaged_segment_before_the_time_of_the_backup_is_reported_with_the_next_backup()
      throws Exception {
    db.put("a", "1");
    ship(5);
    db.put("a", "2");
    ship(10);
    var segments = db.repository.keys("log/");
    db.now = at(40);
    db.writeBase();
    db.repository.write(segments.get(0), new byte[10]);
    String damaged = "the segment %s in archive is damaged; ".formatted(segments.get(0));
    assertThatThrownBy(() -> db.restored("a", at(10)))
        .isInstanceOf(BackupException.class)
        .hasMessage(damaged + "without --at the newest state is restored");
    assertThat(db.restored("a")).isEqualTo("2");
    ship(50);
    assertThatThrownBy(() -> db.restored("a", at(10)))
        .isInstanceOf(BackupException.class)
        .hasMessage(damaged + "--at %s restores the next backup", at(40));
    assertThat(db.restored("a", at(40))).isEqualTo("2");
  }

  @Test
  void a_missing_segment_before_the_time_of_the_backup_is_reported_with_the_next_backup()
      throws Exception {
    db.put("a", "1");
    ship(5);
    db.put("a", "2");
    ship(10);
    var segments = db.repository.keys("log/");
    db.now = at(40);
    db.writeBase();
    ship(50);
    db.repository.delete(segments.get(0));
    assertThat(refused(at(10)))
        .isEqualTo(
            "a segment of the log is missing before %s; --at %s restores the next backup",
            segments.get(1), at(40));
    assertThat(db.restored("a", at(40))).isEqualTo("2");
  }

  @Test
  void the_time_of_a_backup_has_the_writes_that_were_acknowledged_while_it_was_written()
      throws Exception {
    db.put("a", "1");
    ship(10);
    LogPosition next = db.next();
    Path root = folder.resolve("checkpoint");
    db.store().checkpoint(root);
    db.now = at(11);
    db.put("a", "2");
    ship(12);
    db.now = at(13);
    db.put("a", "3");
    db.now = at(14); // the checkpoint of another region took so long
    Instant time =
        BackupRun.run(
                new DatabaseCopy.Checkpoints(root, List.of("")),
                folder.resolve("hashes"),
                next,
                db.repository,
                db.claim(),
                "1",
                db.clock)
            .backup()
            .time();
    db.now = at(15);
    db.put("a", "4");
    assertThat(refused(time))
        .isEqualTo(
            "%s cannot be restored: archive has no changes after %s; --at %s restores this moment, and without --at the newest state is restored",
            time, at(12), at(12));
    ship(16);
    assertThat(db.restored("a", time)).isEqualTo("3");
    assertThat(db.restored("a", at(12))).isEqualTo("2");
    assertThat(db.restored("a")).isEqualTo("4");
  }

  @Test
  void the_time_of_the_only_backup_is_refused_until_the_log_has_reached_it() throws Exception {
    Instant time = db.repository.backups().getFirst().time();
    assertThat(refused(time))
        .isEqualTo(
            "%s cannot be restored: archive lacks changes until then; without --at the newest state is restored",
            time);
    ship(60);
    assertThat(db.restored("a", time)).isEqualTo("none");
  }

  @Test
  void a_moment_before_all_backups_is_refused() throws Exception {
    assertThat(refused(START.minus(Duration.ofSeconds(1))))
        .startsWith("there is no backup at or before ")
        .contains("; the oldest backup was made at ");
  }
}
