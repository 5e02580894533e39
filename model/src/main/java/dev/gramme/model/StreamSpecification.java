package dev.gramme.model;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * The stream of a table.
 *
 * @param label the stream's label: its creation time in ISO 8601, with which its ARN ends
 */
public record StreamSpecification(ViewType viewType, String label) {
  private static final DateTimeFormatter LABEL =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS").withZone(ZoneOffset.UTC);

  /** A stream that is enabled at a moment, which becomes its label. */
  public static StreamSpecification enabled(ViewType viewType, Instant moment) {
    return new StreamSpecification(viewType, LABEL.format(moment));
  }

  /** The view types of stream records. The constants have the protocol's names. */
  public enum ViewType {
    NEW_IMAGE,
    OLD_IMAGE,
    NEW_AND_OLD_IMAGES,
    KEYS_ONLY
  }
}
