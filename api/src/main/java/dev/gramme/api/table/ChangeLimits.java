package dev.gramme.api.table;

import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.TableChanges.Limited;
import dev.gramme.model.TableDefinition;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;

/** Limits on how often certain settings of a table may be changed within a period. */
public final class ChangeLimits {
  private static final int TABLE_CLASSES = 2;
  private static final int ENCRYPTIONS = 4;
  private static final Duration ENCRYPTION_INTERVAL = Duration.ofHours(6);
  private static final int SWITCHES_TO_ON_DEMAND = 4;

  /** The format of times in the messages about limits. */
  static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("EEEE, MMMM d, yyyy h:mm:ss a 'UTC'", Locale.US)
          .withZone(ZoneOffset.UTC);

  private ChangeLimits() {}

  /**
   * Two changes of the table class in thirty days, including changes to the same class (October
   * 2026).
   */
  public static void checkTableClass(TableDefinition table, Instant now) {
    if (table.changes().recent(Limited.TABLE_CLASS, now).size() >= TABLE_CLASSES) {
      throw exceeded("Updates to TableClass are limited to 2 times in 30 day(s).");
    }
  }

  /**
   * Four changes of the encryption in 24 hours, then one every six hours. The service's format of
   * the times is uncertain (October 2026).
   */
  public static void checkEncryption(TableDefinition table, Instant now) {
    List<Instant> changes = table.changes().recent(Limited.ENCRYPTION, now);
    if (changes.size() < ENCRYPTIONS) {
      return;
    }
    Instant next = changes.getLast().plus(ENCRYPTION_INTERVAL);
    if (now.isBefore(next)) {
      throw exceeded(
          "Encryption mode changes are limited in the 24h window ending at "
              + TIME.format(now)
              + ". After the first 4 change, each subsequent change in the same window can be"
              + " performed at most once every 21600 seconds. Number of updates today: "
              + changes.size()
              + ". Last change at "
              + TIME.format(changes.getLast())
              + ". Next changes can be made at "
              + TIME.format(next)
              + ".");
    }
  }

  /**
   * Four switches to on demand in 24 hours. The text is the older one, from when the limit was one
   * a day; the current one is not known (October 2026).
   */
  public static void checkOnDemand(TableDefinition table, Instant now) {
    List<Instant> switches = table.changes().recent(Limited.ON_DEMAND, now);
    if (switches.size() >= SWITCHES_TO_ON_DEMAND) {
      throw exceeded(
          "Update to PayPerRequest mode are limited to 4 times in 1 day(s). Last update at "
              + TIME.format(switches.getLast())
              + ". Next update can be made at "
              + TIME.format(switches.getFirst().plus(Limited.ON_DEMAND.window())));
    }
  }

  /** At least fifteen seconds between two changes of the deletion protection. */
  public static void checkProtection(TableDefinition table, Instant now) {
    List<Instant> changes = table.changes().recent(Limited.DELETION_PROTECTION, now);
    if (!changes.isEmpty()) {
      var window = Limited.DELETION_PROTECTION.window();
      throw ApiError.of(
          ErrorType.THROTTLING,
          "Deletion protection setting for table "
              + table.name()
              + " modified within the previous "
              + window.toMillis()
              + " milliseconds. Please try again after "
              + DateTimeFormatter.ISO_INSTANT.format(
                  changes.getLast().plus(window).truncatedTo(ChronoUnit.MILLIS)));
    }
  }

  /** At least thirty minutes between two changes of the time to live; documented as an hour. */
  public static void checkTimeToLive(TableDefinition table, Instant now) {
    if (!table.changes().recent(Limited.TIME_TO_LIVE, now).isEmpty()) {
      throw ApiError.validation(
          "Time to live has been modified multiple times within a fixed interval");
    }
  }

  /** At least two seconds between two changes of the tags. */
  public static void checkTags(TableDefinition table, Instant now) {
    if (areTagsChanging(table, now)) {
      throw exceeded("Table tags are being updated: " + table.name());
    }
  }

  /** Whether the tags were changed within the last two seconds. */
  public static boolean areTagsChanging(TableDefinition table, Instant now) {
    return !table.changes().recent(Limited.TAGS, now).isEmpty();
  }

  static ApiError exceeded(String text) {
    return ApiError.of(ErrorType.LIMIT_EXCEEDED, "Subscriber limit exceeded: " + text);
  }
}
