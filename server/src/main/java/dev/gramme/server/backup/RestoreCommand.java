package dev.gramme.server.backup;

import dev.gramme.server.settings.ProgramName;
import dev.gramme.server.settings.Settings;
import dev.gramme.server.settings.SettingsException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** {@code ./gramme restore}: restores a backup to an empty data folder. */
public final class RestoreCommand {
  /** The help of the command. */
  public static final String USAGE =
      """
      ./gramme restore --from FOLDER|s3://BUCKET/PREFIX [options]
        restores the newest backup to --data, which must be empty or new, and if the place is the
        archive of a server, the changes after it
        --at TIME        the newest backup at or before a time, such as 2026-11-23T15:30:00Z, and
                         the changes in the archive until then; fails if the archive lacks some
        --verify         restore to a temporary folder beside --data, check it and delete it
      Settings of the server also apply, such as --data, --s3-endpoint and --s3-access-key.
      """;

  private RestoreCommand() {}

  /** Runs the command and returns the exit status of the process. */
  public static int run(
      List<String> arguments, Map<String, String> environment, PrintStream out, PrintStream err) {
    if (arguments.contains("--help")) {
      out.print(ProgramName.in(USAGE));
      return 0;
    }
    return CommandBody.run(
        err,
        () -> {
          var flags = CommandFlags.read(arguments, Set.of("--from", "--at"), Set.of("--verify"));
          var settings = Settings.read(flags.settings(), environment);
          restore(flags, settings, out, new Progress(err, System::nanoTime));
          return true;
        });
  }

  private static void restore(
      CommandFlags flags, Settings settings, PrintStream out, Progress progress)
      throws SettingsException, BackupException, IOException {
    String from =
        flags
            .value("--from")
            .orElseThrow(
                () -> new SettingsException("--from FOLDER|s3://BUCKET/PREFIX is missing"));
    Optional<Instant> at = time(flags);
    Path data = settings.data();
    try (Place place = Place.open(from, settings)) {
      Repository repository = place.repository();
      var run = new RestoreRun(repository, progress);
      if (!flags.isSet("--verify")) {
        RestoreRun.requireEmpty(data);
      }
      var point = RestorePoint.find(repository, at);
      Instant time = point.backup().time();
      if (flags.isSet("--verify")) {
        run.verify(point, RestoreRun.sibling(data));
        out.println("the backup %s in %s is complete".formatted(time, repository));
      } else {
        Optional<Instant> newest = run.restore(point, data);
        out.println(
            "restored the backup %s to %s: %d files, %s%s"
                .formatted(
                    time,
                    data,
                    point.manifest().files().size(),
                    Progress.size(point.manifest().sizeBytes()),
                    newest.map(last -> ", and its log until " + last).orElse("")));
      }
    }
  }

  private static Optional<Instant> time(CommandFlags flags) throws SettingsException {
    Optional<String> at = flags.value("--at");
    try {
      return at.map(text -> OffsetDateTime.parse(text).toInstant());
    } catch (DateTimeException e) {
      throw new SettingsException(
          "--at is \"%s\", but must be a time such as 2026-11-23T15:30:00Z"
              .formatted(at.orElse("")));
    }
  }
}
