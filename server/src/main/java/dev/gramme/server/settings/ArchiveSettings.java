package dev.gramme.server.settings;

import java.time.Duration;
import java.util.Optional;

/**
 * The settings of the archive.
 *
 * @param to a folder, or {@code s3://bucket/prefix}
 * @param interval the time between two shipments
 * @param keep how long any moment can be restored; longer than the interval
 * @param logBytes the maximum size of the log that is kept for the archive
 */
public record ArchiveSettings(String to, Duration interval, Duration keep, long logBytes) {
  private static final int MAX_SECONDS = 3600;
  private static final int MAX_DAYS = 36_500;
  private static final int MAX_LOG_MB = 1 << 20;

  public ArchiveSettings {
    if (interval.compareTo(keep) >= 0) {
      throw new IllegalArgumentException(
          "the interval " + interval + " is not shorter than the time to keep, " + keep);
    }
  }

  static Optional<ArchiveSettings> of(SettingSources sources) throws SettingsException {
    String to = sources.value(Setting.ARCHIVE);
    int seconds = Settings.number(sources, Setting.ARCHIVE_INTERVAL, 1, MAX_SECONDS);
    int days = Settings.number(sources, Setting.ARCHIVE_KEEP, 1, MAX_DAYS);
    int megabytes = Settings.number(sources, Setting.ARCHIVE_LOG, 1, MAX_LOG_MB);
    if (to.isBlank()) {
      throw Settings.wrong(sources, Setting.ARCHIVE, "a folder or s3://bucket/prefix");
    }
    return to.equals(Setting.ARCHIVE.defaultValue())
        ? Optional.empty()
        : Optional.of(
            new ArchiveSettings(
                to, Duration.ofSeconds(seconds), Duration.ofDays(days), (long) megabytes << 20));
  }
}
