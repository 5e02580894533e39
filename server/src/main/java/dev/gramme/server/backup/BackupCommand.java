package dev.gramme.server.backup;

import dev.gramme.server.settings.ProgramName;
import dev.gramme.server.settings.Settings;
import dev.gramme.server.settings.SettingsException;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** {@code ./gramme backup}: writes a backup of all databases of a data folder, or lists backups. */
public final class BackupCommand {
  /** The help of the command. */
  public static final String USAGE =
      """
      ./gramme backup --to FOLDER|s3://BUCKET/PREFIX [options]
        writes a backup of the databases in --data, also while a server uses them; files that the
        place already has are not sent again
        --keep N         then delete all backups there but the newest N
        --keep-days N    then delete all backups there that are older than N days, but the newest
        --verify         then restore the backup to a temporary folder and check it
        --list           list the backups there instead of writing one
        --take-over      make the place belong to --data instead of another data folder, and write
                         nothing else; for a restored folder that continues with the same place
        --admin-url URL  the server's address for operators, if it is not the recorded one
      Settings of the server also apply, such as --data, --s3-endpoint and --s3-access-key.
      """;

  private final CommandFlags flags;
  private final Settings settings;
  private final InstantSource clock;
  private final PrintStream out;
  private final Progress progress;

  private BackupCommand(
      CommandFlags flags,
      Settings settings,
      InstantSource clock,
      PrintStream out,
      Progress progress) {
    this.flags = flags;
    this.settings = settings;
    this.clock = clock;
    this.out = out;
    this.progress = progress;
  }

  /**
   * Runs the command and returns the exit status of the process.
   *
   * @param version the version of Gramme
   */
  public static int run(
      List<String> arguments,
      Map<String, String> environment,
      String version,
      PrintStream out,
      PrintStream err) {
    if (arguments.contains("--help")) {
      out.print(ProgramName.in(USAGE));
      return 0;
    }
    return CommandBody.run(
        err,
        () -> {
          var flags =
              CommandFlags.read(
                  arguments,
                  Set.of("--to", "--keep", "--keep-days", "--admin-url"),
                  Set.of("--list", "--take-over", "--verify"));
          var settings = Settings.read(flags.settings(), environment);
          new BackupCommand(
                  flags, settings, InstantSource.system(), out, new Progress(err, System::nanoTime))
              .run(version);
          return true;
        });
  }

  private void run(String version) throws SettingsException, BackupException, IOException {
    String to =
        flags
            .value("--to")
            .orElseThrow(() -> new SettingsException("--to FOLDER|s3://BUCKET/PREFIX is missing"));
    Optional<Integer> keep = flags.number("--keep");
    Optional<Integer> days = flags.number("--keep-days");
    if (settings.inMemory()) {
      throw new SettingsException("the data is in memory: there are no files to back up");
    }
    if (settings.postgres().isPresent()) {
      throw new SettingsException(
          "the data is in PostgreSQL: back it up with PostgreSQL's own tools, such as pg_basebackup");
    }
    if (settings.cassandra().isPresent()) {
      throw new SettingsException(
          "the data is in Cassandra: back it up with Cassandra's own tools, such as nodetool snapshot");
    }
    try (Place place = Place.open(to, settings)) {
      if (flags.isSet("--list")) {
        list(place.repository());
        return;
      }
      if (flags.isSet("--take-over")) {
        takeOver(place.repository());
        return;
      }
      Place.create(to);
      backUp(place.repository(), version, keep, days);
    }
  }

  private void takeOver(Repository repository) throws BackupException, IOException {
    try (var _ = FolderLock.of(settings.data())) {
      PlaceOwner owner = PlaceClaim.takeOver(settings.data(), repository, clock);
      out.println("%s now belongs to %s".formatted(repository, owner.inWords()));
    }
  }

  private void backUp(
      Repository repository, String version, Optional<Integer> keep, Optional<Integer> days)
      throws BackupException, IOException {
    try (var _ = FolderLock.of(settings.data())) {
      var claim = new PlaceClaim(settings.data(), repository, PlaceOwner.Kind.BACKUPS, clock);
      var _ = claim.require();
      BackupRun.Result result =
          BackupRun.run(
              settings.data(),
              new AdminClient(settings, flags.value("--admin-url")),
              repository,
              claim,
              version,
              clock,
              progress);
      if (flags.isSet("--verify")) {
        new RestoreRun(repository, progress)
            .verify(
                RestorePoint.of(repository, result.backup()),
                DataFolder.work(settings.data()).resolve("trial"));
      }
      out.println(
          "backup %s: %s sent, %s reused%s"
              .formatted(
                  result.backup().time(),
                  Progress.size(result.sentBytes()),
                  Progress.size(result.reusedBytes()),
                  flags.isSet("--verify") ? ", verified" : ""));
      repository.removeIncomplete(clock.instant());
      if (keep.isPresent() || days.isPresent()) {
        var _ = claim.require(); // another data folder may have taken the place over
        expire(repository, keep, days);
      }
    }
  }

  private void list(Repository repository) throws BackupException {
    for (Repository.Backup backup : repository.backups()) {
      Manifest manifest = repository.manifest(backup);
      out.println(
          "%s  %d files, %s, written by Gramme %s"
              .formatted(
                  backup.time(),
                  manifest.files().size(),
                  Progress.size(manifest.sizeBytes()),
                  manifest.gramme()));
    }
  }

  /** Removes a backup only if every given rule allows it. */
  private void expire(Repository repository, Optional<Integer> keep, Optional<Integer> days)
      throws BackupException {
    List<Repository.Backup> backups = repository.backups();
    Instant now = clock.instant();
    Instant oldest = days.map(number -> now.minus(Duration.ofDays(number))).orElse(Instant.MAX);
    int candidates = Math.max(0, backups.size() - keep.orElse(1));
    List<Repository.Backup> expired =
        backups.subList(0, candidates).stream()
            .filter(backup -> backup.time().isBefore(oldest))
            .toList();
    repository.remove(expired);
    long bytes = repository.removeUnnamedObjects(now);
    out.println(
        "%d backups deleted, %s of their files; %d backups remain"
            .formatted(expired.size(), Progress.size(bytes), backups.size() - expired.size()));
  }
}
