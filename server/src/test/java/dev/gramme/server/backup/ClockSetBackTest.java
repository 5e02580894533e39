package dev.gramme.server.backup;

import static dev.gramme.server.backup.ArchivedDatabase.DAY;
import static dev.gramme.server.backup.ArchivedDatabase.START;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.storage.rocksdb.WriteLog;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Archives and backups of a computer whose clock was set back. */
final class ClockSetBackTest {
  private static final Duration HOUR = Duration.ofHours(1);

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
  void times_advance_while_the_clock_does_not_and_follow_it_afterwards() {
    var clock = new AdvancingClock(() -> db.now);
    assertThat(clock.instant()).isEqualTo(START);
    assertThat(clock.instant()).isEqualTo(START.plusNanos(1));
    db.now = START.minus(HOUR);
    assertThat(clock.wholeMillis()).isEqualTo(START.plusMillis(1));
    assertThat(clock.wholeMillis()).isEqualTo(START.plusMillis(2));
    assertThat(clock.instant()).isEqualTo(START.plusMillis(2).plusNanos(1));
    clock.follow(START.minus(DAY));
    clock.follow(START.plusSeconds(1));
    assertThat(clock.instant()).isEqualTo(START.plusSeconds(1).plusNanos(1));
    db.now = START.plus(HOUR);
    assertThat(clock.wholeMillis()).isEqualTo(db.now);
  }

  @Test
  void after_a_restart_with_an_earlier_time_a_restore_has_the_newest_state() throws Exception {
    db.openArchived();
    db.ship();
    db.writeBase();
    db.put("a", "1");
    db.ship();
    db.now = db.now.minus(HOUR);
    db.restart();
    db.ship();
    db.writeBase();
    db.put("a", "2");
    db.ship();
    assertThat(db.restored("a")).isEqualTo("2");
    db.now = db.now.minus(DAY);
    db.restart();
    db.put("a", "3");
    db.ship();
    db.writeBase();
    assertThat(db.restored("a")).isEqualTo("3");
    assertThat(db.repository.backups()).hasSize(3);
  }

  @Test
  void a_segment_that_no_backup_follows_also_has_no_later_time_than_a_new_generation()
      throws Exception {
    db.openArchived();
    db.ship();
    db.writeBase();
    db.now = db.now.plus(HOUR);
    db.put("a", "1");
    db.ship();
    Instant shipped = db.now;
    db.now = START;
    db.restartWithoutMark();
    db.ship();
    assertThat(Repository.TIME.parse(db.next().generation(), Instant::from)).isAfter(shipped);
  }

  @Test
  void a_clock_that_is_set_back_while_writes_continue_loses_no_write() throws Exception {
    db.openArchived();
    db.ship();
    db.writeBase();
    db.now = db.now.plus(HOUR);
    db.put("a", "1");
    db.ship();
    db.now = START.plusSeconds(10);
    db.put("a", "2");
    db.ship();
    db.now = START.plusSeconds(20);
    db.put("a", "3");
    db.ship();
    assertThat(db.restored("a")).isEqualTo("3");
    assertThat(db.restored("a", START.plusSeconds(15))).isEqualTo("none");
  }

  @Test
  void a_group_that_an_earlier_version_wrote_with_a_later_time_hides_none_behind_it()
      throws Exception {
    db.openArchived(() -> db.now);
    db.ship();
    db.writeBase();
    db.now = START.plusSeconds(1);
    db.put("a", "1");
    db.now = START.plus(HOUR);
    db.put("a", "2");
    db.now = START.plusSeconds(10);
    db.put("a", "3");
    db.now = START.plusSeconds(20);
    db.put("a", "4");
    db.ship();
    assertThat(db.restored("a", START.plusSeconds(15))).isEqualTo("3");
    assertThat(db.restored("a", START.plusSeconds(5))).isEqualTo("1");
  }

  @Test
  void a_segment_that_an_earlier_version_named_by_a_later_time_hides_none_behind_it()
      throws Exception {
    db.openArchived(() -> db.now);
    WriteLog log = db.store().log();
    db.ship();
    db.writeBase();
    shipAt(START.plusSeconds(1), log, "1");
    shipAt(START.plus(HOUR), log, "2");
    shipAt(START.plusSeconds(10), log, "3");
    shipAt(START.plusSeconds(20), log, "4");
    shipAt(START.plusSeconds(30), log, "5");
    assertThat(db.restored("a", START.plusSeconds(15))).isEqualTo("3");
    assertThat(db.restored("a", START.plusSeconds(5))).isEqualTo("1");
    assertThat(db.restored("a")).isEqualTo("5");
  }

  /** Writes a value, and sends it in a segment of its own as an earlier version did. */
  private void shipAt(Instant time, WriteLog log, String value) throws Exception {
    db.now = time;
    db.put("a", value);
    var segment = new LogSegment(LogSegment.FULL);
    log.read(log.newest(), group -> segment.add("", group));
    LogPosition position = db.next();
    int sent = db.repository.log().from(position).size();
    db.repository
        .log()
        .send(
            new LogPosition(position.generation(), position.segment() + sent),
            time,
            segment.content());
  }

  @Test
  void the_log_of_a_backup_is_kept_although_its_generation_has_an_earlier_name() throws Exception {
    LogObjects log = db.repository.log();
    var kept = new ArrayList<LogPosition>();
    for (String generation : List.of("20261101T000000.000Z", "20261102T000000.000Z")) {
      for (int i = 0; i < 4; i++) {
        var position = new LogPosition(generation, i);
        log.send(position, START, List.of((generation + i).getBytes(UTF_8)));
        if (i >= 2) {
          kept.add(position);
        }
      }
    }
    log.send(
        new LogPosition("20261031T000000.000Z", 0),
        START,
        List.of("without backup".getBytes(UTF_8)));
    var unfinished = new LogPosition("20261103T000000.000Z", 0);
    log.send(unfinished, START, List.of("the next one".getBytes(UTF_8)));
    log.removeAllBut(List.of(kept.get(2), kept.get(3), kept.get(0)), kept.get(2).generation());
    kept.add(unfinished);
    assertThat(db.repository.keys("log/"))
        .zipSatisfy(
            kept,
            (key, position) ->
                assertThat(key)
                    .startsWith(
                        "log/%s/%010d-".formatted(position.generation(), position.segment())));
  }

  @Test
  void a_second_backup_is_the_newest_although_the_clock_was_set_back() throws Exception {
    db.open();
    db.put("a", "1");
    db.close();
    Repository.Backup first = backUp(START);
    db.open();
    db.put("a", "2");
    db.close();
    Repository.Backup second = backUp(START.minus(DAY));
    assertThat(second.time()).isEqualTo(first.time().plusMillis(1));
    assertThat(db.restored("a")).isEqualTo("2");
    assertThat(db.restored("a", first.time())).isEqualTo("1");
  }

  private Repository.Backup backUp(Instant time) throws Exception {
    try (var _ = FolderLock.of(folder.resolve("data"))) {
      return BackupRun.run(
              folder.resolve("data"),
              () -> {
                throw new BackupException("no server runs");
              },
              db.repository,
              new PlaceClaim(
                  folder.resolve("data"),
                  db.repository,
                  PlaceOwner.Kind.BACKUPS,
                  InstantSource.fixed(time)),
              "1",
              InstantSource.fixed(time),
              new Progress(new PrintStream(OutputStream.nullOutputStream()), () -> 0))
          .backup();
    }
  }
}
