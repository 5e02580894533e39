package dev.gramme.server.settings;

import java.time.Duration;
import java.util.Optional;

/**
 * The settings of the archive.
 *
 * @param to a folder, or {@code s3://bucket/prefix}
 * @param interval the time between two shipments
 * @param keep how long any moment can be restored
 * @param logBytes the maximum size of the log that is kept for the archive
 */
public record ArchiveSettings(String to, Duration interval, Duration keep, long logBytes) {
  private static final int MAX_SECONDS = 3600;
  private static final int MAX_DAYS = 36_500;
  private static final int MAX_LOG_MB = 1 << 20;

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
