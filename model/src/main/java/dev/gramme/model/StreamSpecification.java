package dev.gramme.model;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * The stream of a table.
 *
 * @param label the stream's label, an ISO-8601 time of its creation, which its ARN ends with
 */
public record StreamSpecification(ViewType viewType, String label) {
  private static final DateTimeFormatter LABEL =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS").withZone(ZoneOffset.UTC);

  /** A stream that is enabled at this moment. */
  public static StreamSpecification enabled(ViewType viewType, Instant moment) {
    return new StreamSpecification(viewType, LABEL.format(moment));
  }

  /** What a stream record holds of the item, by the protocol's names. */
  public enum ViewType {
    NEW_IMAGE,
    OLD_IMAGE,
    NEW_AND_OLD_IMAGES,
    KEYS_ONLY
  }
}
