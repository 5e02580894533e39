package dev.gramme.api.table;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** The label of a stream: when it was enabled, in milliseconds, without a zone. */
public final class StreamLabel {
  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS").withZone(ZoneOffset.UTC);

  private StreamLabel() {}

  /** The label of a stream that is enabled at this moment. */
  public static String of(Instant moment) {
    return FORMAT.format(moment);
  }
}
