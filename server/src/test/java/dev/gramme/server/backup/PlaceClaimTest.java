package dev.gramme.server.backup;

import static dev.gramme.server.backup.ArchivedDatabase.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.server.backup.PlaceOwner.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A place belongs to the data folder that used it first. */
final class PlaceClaimTest {
  private static final InstantSource CLOCK = InstantSource.fixed(START);

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

  private PlaceClaim claim(String data, Kind kind) {
    return new PlaceClaim(folder.resolve(data), db.repository, kind, CLOCK);
  }

  private static String refused(PlaceClaim claim) throws Exception {
    try {
      claim.require();
      return "not refused";
    } catch (PlaceTakenException e) {
      return String.valueOf(e.getMessage());
    }
  }

  @Test
  void another_folder_is_refused_with_the_owner_and_the_way_to_take_over() throws Exception {
    claim("data", Kind.ARCHIVE).require();
    claim("data", Kind.ARCHIVE).require();
    assertThat(refused(claim("other", Kind.ARCHIVE)))
        .matches(
            "archive belongs to the data folder \\Q%s\\E on .* \\(since 2026-11-01T00:00:00Z\\), which is not this data folder, \\Q%s\\E; use another place, or if this folder replaces that one, run ./gramme backup --take-over --to archive --data \\Q%s\\E"
                .formatted(
                    folder.resolve("data"), folder.resolve("other"), folder.resolve("other")));
  }

  @Test
  void an_archive_is_no_place_for_backups_nor_the_other_way_round() throws Exception {
    claim("data", Kind.ARCHIVE).require();
    assertThat(refused(claim("data", Kind.BACKUPS)))
        .startsWith("archive is the archive of a server, of the data folder ")
        .endsWith("; a backup needs a place of its own, so use another --to");
    db.repository.delete(PlaceOwner.KEY);
    claim("other", Kind.BACKUPS).require();
    assertThat(refused(claim("other", Kind.ARCHIVE)))
        .startsWith("archive has backups of ./gramme backup, of the data folder ")
        .endsWith("; an archive needs a place of its own, so use another --archive");
  }

  @Test
  void a_place_of_an_earlier_version_keeps_its_kind() throws Exception {
    db.openArchived();
    db.ship();
    db.put("a", "1");
    db.ship();
    assertThat(refused(claim("other", Kind.BACKUPS))).startsWith("archive is the archive of a");
    db.writeBase();
    db.repository.delete(PlaceOwner.KEY);
    assertThat(refused(claim("other", Kind.BACKUPS))).startsWith("archive is the archive of a");
    claim("other", Kind.ARCHIVE).require();
    assertThat(refused(claim("data", Kind.ARCHIVE))).contains("belongs to ");
  }

  @Test
  void a_folder_that_took_over_is_the_owner_and_the_other_one_changes_nothing_more()
      throws Exception {
    db.openArchived();
    db.ship();
    db.writeBase();
    db.now = START.plusSeconds(10);
    PlaceClaim.takeOver(folder.resolve("other"), db.repository, CLOCK);
    claim("other", Kind.ARCHIVE).require();
    var before = db.repository.backups();
    assertThatThrownBy(db::writeBase)
        .isInstanceOf(PlaceTakenException.class)
        .hasMessageContaining("belongs to the data folder " + folder.resolve("other"));
    assertThat(db.repository.backups()).isEqualTo(before);
  }

  @Test
  void a_place_that_is_suddenly_empty_is_refused_until_it_is_back_or_is_begun_anew()
      throws Exception {
    claim("data", Kind.BACKUPS).require();
    Path archive = folder.resolve("archive");
    Path elsewhere = Files.move(archive, folder.resolve("unmounted"));
    Files.createDirectory(archive);
    String refused = refusedAsEmpty();
    assertThat(refused)
        .startsWith("archive has no owner.json, although this data folder has used it before; ");
    assertThat(archive).isEmptyDirectory();
    claim("other", Kind.BACKUPS).require(); // has not used it before
    Files.delete(archive.resolve(PlaceOwner.KEY));

    Files.delete(Path.of(refused.replaceAll(".* delete the file ", "")));
    claim("data", Kind.BACKUPS).require();
    assertThat(archive.resolve(PlaceOwner.KEY)).exists();

    Files.delete(archive.resolve(PlaceOwner.KEY));
    assertThat(refusedAsEmpty()).isEqualTo(refused);
    Files.delete(archive);
    Files.move(elsewhere, archive);
    claim("data", Kind.BACKUPS).require();
  }

  private String refusedAsEmpty() throws Exception {
    try {
      claim("data", Kind.BACKUPS).require();
      return "not refused";
    } catch (BackupException e) {
      return String.valueOf(e.getMessage());
    }
  }

  @Test
  void an_empty_place_has_nothing_to_take_over() {
    assertThatThrownBy(() -> PlaceClaim.takeOver(folder.resolve("data"), db.repository, CLOCK))
        .isInstanceOf(BackupException.class)
        .hasMessageContaining("is empty");
  }

  @Test
  void a_damaged_owner_is_reported() throws Exception {
    Files.writeString(folder.resolve("archive").resolve(PlaceOwner.KEY), "{}");
    assertThatThrownBy(() -> claim("data", Kind.ARCHIVE).require())
        .isInstanceOf(BackupException.class)
        .hasMessage("owner.json in archive is damaged");
  }

  @Test
  void the_identity_of_a_folder_stays_the_same() throws Exception {
    String id = FolderIdentity.of(folder.resolve("data"));
    assertThat(FolderIdentity.of(folder.resolve("data"))).isEqualTo(id);
    assertThat(FolderIdentity.of(folder.resolve("other"))).isNotEqualTo(id);
  }
}
