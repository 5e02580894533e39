package dev.gramme.server.backup;

import dev.gramme.server.backup.PlaceOwner.Kind;
import dev.gramme.server.settings.ProgramName;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * The claim of a data folder to a place. A place belongs to one data folder, and has either its
 * archive or its backups. Otherwise the expiry of one would delete what the other needs, and a
 * restore would take the newest backup of whichever wrote last. The first use of a place writes its
 * owner.
 */
final class PlaceClaim {
  private static final String PLACES = "places";

  private final Path data;
  private final Repository place;
  private final Kind kind;
  private final InstantSource clock;

  PlaceClaim(Path data, Repository place, Kind kind, InstantSource clock) {
    this.data = data;
    this.place = place;
    this.kind = kind;
    this.clock = clock;
  }

  /**
   * Makes an unused place belong to the data folder.
   *
   * @return the owner. It differs from the one of an earlier call if the place was emptied or taken
   *     over in between
   * @throws PlaceTakenException if the place belongs to another data folder, or is of another kind
   * @throws BackupException if the place has no owner, although the data folder has used it before
   */
  PlaceOwner require() throws BackupException, IOException {
    String id = FolderIdentity.of(data);
    Path note = noteOfUse();
    Optional<PlaceOwner> owner = place.owner();
    if (owner.isEmpty()) {
      // It may have content that was written while its disk was being unmounted.
      if (Files.exists(note)) {
        throw new BackupException(
            "%s has no %s, although this data folder has used it before; if it is on a disk or network drive that is not mounted, mount it; if it was emptied on purpose, delete the file %s"
                .formatted(place, PlaceOwner.KEY, note));
      }
      Optional<Kind> content = place.kindOfContent();
      if (content.isPresent()) {
        requireKind(content.get(), "");
      }
      place.write(PlaceOwner.KEY, owner(kind, id).encode());
      owner = place.owner(); // another process may have written its own at the same time
    }
    PlaceOwner found =
        owner.orElseThrow(() -> new BackupException("%s loses what is written".formatted(place)));
    requireKind(found.kind(), ", of " + found.inWords());
    requireId(found, id);
    if (Files.notExists(note)) {
      Files.createDirectories(DataFolder.work(data).resolve(PLACES));
      Files.writeString(note, place.address() + "\n");
    }
    return found;
  }

  /** The file that shows that the data folder has used the place. */
  private Path noteOfUse() {
    byte[] address = place.address().getBytes(StandardCharsets.UTF_8);
    return DataFolder.work(data)
        .resolve(PLACES)
        .resolve(Sha256.of(address).substring(0, Repository.HASH_DIGITS));
  }

  private void requireKind(Kind other, String owner) throws PlaceTakenException {
    if (kind != other) {
      throw new PlaceTakenException(
          switch (other) {
            case ARCHIVE ->
                "%s is the archive of a server%s; a backup needs a place of its own, so use another --to"
                    .formatted(place, owner);
            case BACKUPS ->
                ProgramName.in(
                    "%s has backups of ./gramme backup%s; an archive needs a place of its own, so use another --archive"
                        .formatted(place, owner));
          });
    }
  }

  private void requireId(PlaceOwner owner, String id) throws PlaceTakenException {
    if (!owner.id().equals(id)) {
      throw new PlaceTakenException(
          ProgramName.in(
              "%s belongs to %s, which is not this data folder, %s; use another place, or if this folder replaces that one, run ./gramme backup --take-over --to %s --data %s"
                  .formatted(place, owner.inWords(), path(), place, path())));
    }
  }

  private Path path() {
    return data.toAbsolutePath().normalize();
  }

  private PlaceOwner owner(Kind content, String id) {
    return new PlaceOwner(
        content, id, path().toString(), host(), clock.instant().truncatedTo(ChronoUnit.SECONDS));
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "a machine without a name";
    }
  }

  /**
   * Makes a place belong to a data folder, although it belongs to another one.
   *
   * @return the owner
   */
  static PlaceOwner takeOver(Path data, Repository place, InstantSource clock)
      throws BackupException, IOException {
    Optional<PlaceOwner> before = place.owner();
    Optional<Kind> content =
        before.isPresent() ? before.map(PlaceOwner::kind) : place.kindOfContent();
    if (content.isEmpty()) {
      throw new BackupException(
          "%s is empty; it will belong to the first data folder that uses it".formatted(place));
    }
    var claim = new PlaceClaim(data, place, content.get(), clock);
    PlaceOwner owner = claim.owner(content.get(), FolderIdentity.of(data));
    place.write(PlaceOwner.KEY, owner.encode());
    return owner;
  }
}
