package dev.gramme.api.table;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * The label of a stream: the time at which it was enabled, in milliseconds, without a time zone.
 */
public final class StreamLabel {
  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS").withZone(ZoneOffset.UTC);

  private StreamLabel() {}

  /** The label of a stream that is enabled at a given time. */
  public static String of(Instant moment) {
    return FORMAT.format(moment);
  }
}
